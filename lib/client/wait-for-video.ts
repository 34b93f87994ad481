import { getVideoStatus } from "../operations/video";
import type { Video } from "../schemas/video";
import { ApiError } from "./api-error";
import { type CallOptions, call } from "./call";
import { sleep } from "./sleep";
import { VideoRefusedError, VideoTimeoutError } from "./video-errors";

/** A long video waits for others and takes a minute itself. */
const TIMEOUT_MS = 600_000;
const ANSWER_TIMEOUT_MS = 15_000;
const PAUSE_MS = { first: 250, factor: 1.5, max: 3_000 } as const;

export type VideoWaitOptions = {
  /** How long to wait until the video may be used, in milliseconds; 10 minutes when left out. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal;
  /** Gets every answer on the way, the last one too. */
  onUpdate?: ((video: Video) => void) | undefined;
};

/**
 * Polls a video until it is approved. The pause grows from 250 ms to 3 s; `Retry-After` is respected;
 * an answer that fails to arrive, 429 and 5xx only delay the next try.
 * @throws VideoRefusedError, VideoTimeoutError, ApiError for an error that no waiting will mend
 */
export async function waitForVideo(
  uid: string,
  { timeoutMs = TIMEOUT_MS, onUpdate, ...callOptions }: VideoWaitOptions & CallOptions = {},
): Promise<Video> {
  const deadline = Date.now() + timeoutMs;
  let latest: Video | null = null;
  for (let pauseMs: number = PAUSE_MS.first; ; pauseMs *= PAUSE_MS.factor) {
    let waitMs = Math.min(pauseMs, PAUSE_MS.max);
    let cause: unknown;
    try {
      latest = await ask(uid, deadline, callOptions);
      onUpdate?.(latest);
      if (latest.state === "nsfw_approved") return latest;
      if (latest.state === "nsfw_rejected" || latest.state === "error") {
        throw new VideoRefusedError(latest);
      }
    } catch (error) {
      if (!(error instanceof ApiError && error.retryable)) throw error;
      waitMs = Math.max(waitMs, (error.retryAfterSeconds ?? 0) * 1_000);
      cause = error;
    }
    if (Date.now() + waitMs > deadline) throw new VideoTimeoutError(uid, timeoutMs, latest, cause);
    await sleep(waitMs, callOptions.signal);
  }
}

async function ask(uid: string, deadline: number, options: CallOptions): Promise<Video> {
  const timeoutMs = Math.min(ANSWER_TIMEOUT_MS, Math.max(1, deadline - Date.now()));
  return (await call(getVideoStatus, { query: { uid } }, { ...options, timeoutMs })).video;
}
