import { canIsolate, isolated } from "./isolate";
import { type Limits, runLimited } from "./run-limited";

const MEGABYTE = 1024 * 1024;
const LIMITS = {
  encode: {
    cpuSeconds: 420,
    wallMs: 10 * 60_000,
    memoryBytes: 2048 * MEGABYTE,
    fileBytes: 200 * MEGABYTE,
  },
  look: {
    cpuSeconds: 60,
    wallMs: 120_000,
    memoryBytes: 2048 * MEGABYTE,
    fileBytes: 20 * MEGABYTE,
  },
} as const satisfies Record<string, Limits>;

/** The video is at fault: another try would end alike. The message is for people. */
export class UnreadableVideoError extends Error {
  override readonly name = "UnreadableVideoError";
}

/**
 * Runs ffmpeg in a folder and answers its output; shut in with its files where the machine allows it.
 * @param options.folder holds `cwd` and all files that it needs; by default `cwd`
 * @throws VideoRefusedError when it fails on the video; Error when it fails on us
 */
export async function ffmpeg(
  program: string,
  args: readonly string[],
  options: { cwd: string; folder?: string; work: keyof typeof LIMITS; stdoutBytesMax?: number },
): Promise<Buffer> {
  const { cwd, folder = cwd, work, stdoutBytesMax = MEGABYTE } = options;
  const limits = LIMITS[work];
  const [command, commandArgs] = (await canIsolate())
    ? await isolated(program, args, { folder })
    : [program, args];
  const { code, isKilled, stdout, stderr } = await runLimited(command, commandArgs, {
    cwd,
    limits,
    stdoutBytesMax,
  });
  if (code === 0 && !isKilled) return stdout;
  if (/No space left on device/i.test(stderr)) throw new Error("The disk is full");
  if (code === 126 || code === 127) throw new Error(`ffmpeg does not run: ${stderr}`);
  const reason = isKilled
    ? "The video takes too long to process."
    : "The video could not be decoded.";
  throw new UnreadableVideoError(reason, { cause: stderr });
}
