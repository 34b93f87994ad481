/**
 * Finds ffmpeg when it is first needed: the one named, else that of the npm package, which has none
 * for every platform.
 * @throws Error that says what to do
 */
export function locateFfmpeg(configured: string | undefined): () => Promise<string> {
  return async () => {
    if (configured !== undefined) return configured;
    try {
      return (await import("@ffmpeg-installer/ffmpeg")).path;
    } catch (cause) {
      throw new Error("There is no ffmpeg for this platform in npm. Set FFMPEG_PATH.", { cause });
    }
  };
}
