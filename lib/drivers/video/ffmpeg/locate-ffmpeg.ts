/**
 * Finds ffmpeg on first use: the configured one, otherwise that of the npm package, which does not
 * support every platform.
 * @throws Error with instructions
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
