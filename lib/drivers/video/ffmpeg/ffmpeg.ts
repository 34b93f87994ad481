import { UnreadableVideoError } from "../video-provider";
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
const TOO_LONG = "The video takes too long to process.";

/**
 * Runs ffmpeg in a folder and returns its output; isolated with its files where the machine allows
 * it.
 * @param options.folder contains `cwd` and all files that it needs; by default `cwd`
 * @param options.endBy the time of `Date.now` at which it is killed, if that is before its own limit
 * @throws UnreadableVideoError when the video is at fault; Error otherwise
 */
export async function ffmpeg(
  program: string,
  args: readonly string[],
  options: {
    cwd: string;
    folder?: string;
    work: keyof typeof LIMITS;
    stdoutBytesMax?: number;
    endBy?: number;
  },
): Promise<Buffer> {
  const { cwd, folder = cwd, work, stdoutBytesMax = MEGABYTE } = options;
  const { endBy = Number.POSITIVE_INFINITY } = options;
  const leftMs = endBy - Date.now();
  if (leftMs <= 0) throw new UnreadableVideoError(TOO_LONG);
  const limits = { ...LIMITS[work], wallMs: Math.min(LIMITS[work].wallMs, leftMs) };
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
  const reason = isKilled ? TOO_LONG : "The video could not be decoded.";
  throw new UnreadableVideoError(reason, { cause: stderr });
}
