import { getVideoStatus } from "@/lib/features/video/operations";
import { endWithSignal } from "@/lib/shared/abort";
import { toApiError } from "./api-error";
import { type CallOptions, call } from "./call";
import { pollState } from "./poll";
import type { Video } from "./wire";
import { readBody, withTimeout } from "./with-timeout";

/** A video that cannot be used: its content was flagged, or it could not be processed. */
export class VideoRefusedError extends Error {
  override readonly name = "VideoRefusedError";
  readonly video: Video;

  constructor(video: Video) {
    super(video.error ?? "The video was rejected");
    this.video = video;
  }
}

/**
 * `timeoutMs` passed before the video was seen to be ready. If `video` is null, no state was received, and
 * processing may have ended; otherwise it continues.
 */
export class VideoTimeoutError extends Error {
  override readonly name = "VideoTimeoutError";
  readonly uid: string;
  /** The latest state, null if none was received. */
  readonly video: Video | null;

  constructor(uid: string, timeoutMs: number, video: Video | null, cause: unknown) {
    super(`The video is not ready within ${timeoutMs / 1_000} s`, { cause });
    this.uid = uid;
    this.video = video;
  }
}

/** Fifty megabytes over a slow line. */
const UPLOAD_TIMEOUT_MS = 15 * 60_000;

export type SendOptions = {
  signal?: AbortSignal | undefined;
  /** Limit of the upload, in milliseconds (15 minutes). */
  timeoutMs?: number | undefined;
};

/**
 * Sends a file to an upload URL of this service or of its video provider. Not retried: after an error
 * you can use the same URL again.
 * @param options.headers sent only if the URL has the origin of `baseUrl`
 * @param file in Node, `openAsBlob` returns one that is read while it is sent
 * @throws ApiError; an abort by `signal` is rethrown as it is
 */
export async function sendVideo(
  uploadURL: string,
  file: Blob,
  options: SendOptions & CallOptions = {},
): Promise<void> {
  const { signal, headers, timeoutMs = UPLOAD_TIMEOUT_MS } = options;
  const body = new FormData();
  body.set("file", file, "video");
  const timeoutText = "The upload took too long";
  const failure = await withTimeout({ signal, timeoutMs, timeoutText }, async (limit) => {
    const received = await (options.fetch ?? fetch)(uploadURL, {
      method: "POST",
      ...(headers === undefined || !isOwnUrl(uploadURL, options.baseUrl) ? {} : { headers }),
      body,
      signal: limit,
    });
    if (received.ok) return null;
    const response = endWithSignal(received, limit);
    return toApiError(response, await readBody(response));
  });
  if (failure !== null) throw failure;
}

/** Whether a URL is one of the service. Headers may be secrets, which its video provider must not get. */
function isOwnUrl(url: string, baseUrl = ""): boolean {
  const base = baseUrl === "" ? globalThis.location?.href : baseUrl;
  return base !== undefined && new URL(url, base).origin === new URL(base).origin;
}

/** A long video waits for others and takes a minute itself. */
const WAIT_TIMEOUT_MS = 600_000;

export type VideoWaitOptions = {
  /** How long to wait until the video is approved, in milliseconds (10 minutes). */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Receives every state, the last one included. */
  onUpdate?: ((video: Video) => void) | undefined;
};

/**
 * Polls a video until it is approved, see `poll`.
 * @throws VideoRefusedError, VideoTimeoutError, ApiError
 */
export function waitForVideo(
  uid: string,
  { timeoutMs = WAIT_TIMEOUT_MS, onUpdate, ...callOptions }: VideoWaitOptions & CallOptions = {},
): Promise<Video> {
  return pollState<Video, Video>({
    request: async (options) => (await call(getVideoStatus, { query: { uid } }, options)).video,
    read(video) {
      if (video.state === "nsfw_rejected" || video.state === "error") {
        throw new VideoRefusedError(video);
      }
      return video.state === "nsfw_approved" ? video : null;
    },
    expire: (latest, cause) => new VideoTimeoutError(uid, timeoutMs, latest, cause),
    onUpdate,
    timeoutMs,
    callOptions,
  });
}
