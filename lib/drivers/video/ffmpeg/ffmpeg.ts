import { UnreadableVideoError } from "../video-provider";
import { canIsolate, isolated } from "./isolate";
import { type Limits, type ProgramOutcome, runLimited } from "./run-limited";

const MEGABYTE = 1024 * 1024;
/**
 * For one command. A call of the job engine runs three of `encode`, of which the first takes nearly all of the time.
 * `ops/nginx/slipway.conf` waits longer than one; if it ends a call, the repeated one starts no second encoding on machines
 * that share the work folder.
 */
export const FFMPEG_LIMITS = {
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
 * @param options.endBy the time of `performance.now` at which it is killed, if that is before its own limit; the video
 *   is at fault then
 * @throws UnreadableVideoError when the video is at fault; another Error when a retry may succeed
 */
export async function ffmpeg(
  program: string,
  args: readonly string[],
  options: {
    cwd: string;
    folder?: string;
    work: keyof typeof FFMPEG_LIMITS;
    stdoutBytesMax?: number;
    endBy?: number;
  },
): Promise<Buffer> {
  const { cwd, folder = cwd, work, stdoutBytesMax = MEGABYTE } = options;
  const { endBy = Number.POSITIVE_INFINITY } = options;
  const leftMs = endBy - performance.now();
  if (leftMs <= 0) throw new UnreadableVideoError(TOO_LONG);
  const limits = { ...FFMPEG_LIMITS[work], wallMs: Math.min(FFMPEG_LIMITS[work].wallMs, leftMs) };
  const [command, commandArgs] = (await canIsolate())
    ? await isolated(program, args, { folder })
    : [program, args];
  const outcome = await runLimited(command, commandArgs, { cwd, limits, stdoutBytesMax });
  if (outcome.code === 0) return outcome.stdout;
  throw toError(outcome, { isLast: leftMs < FFMPEG_LIMITS[work].wallMs });
}

/**
 * Turns a failed run into an error. On a busy server a run may take too long, or be killed when memory runs out:
 * the same video can succeed later.
 * @param options.isLast whether no time was left for a further run
 */
export function toError(
  { code, killedBy, stderr }: Pick<ProgramOutcome, "code" | "killedBy" | "stderr">,
  { isLast }: { isLast: boolean },
): Error {
  if (/No space left on device/i.test(stderr)) return new Error("The disk is full");
  if (code === 126 || code === 127) return new Error(`ffmpeg does not run: ${stderr}`);
  if (killedBy === "system") return new Error(`The system killed ffmpeg: ${stderr}`);
  if (killedBy === "time" && !isLast) return new Error(`ffmpeg takes too long: ${stderr}`);
  const reason = killedBy === null ? "The video could not be decoded." : TOO_LONG;
  return new UnreadableVideoError(reason, { cause: stderr });
}
