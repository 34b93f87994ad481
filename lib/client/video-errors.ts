import type { Video } from "../schemas/video";

/** A video that may not be used: its content was flagged, or it could not be processed. */
export class VideoRefusedError extends Error {
  override readonly name = "VideoRefusedError";
  readonly video: Video;

  constructor(video: Video) {
    super(video.error ?? "The video was refused");
    this.video = video;
  }
}

/** The caller's time ran out before the video was ready. The work on it goes on. */
export class VideoTimeoutError extends Error {
  override readonly name = "VideoTimeoutError";
  readonly uid: string;
  /** The latest answer, null when none has arrived. */
  readonly video: Video | null;

  constructor(uid: string, timeoutMs: number, video: Video | null, cause: unknown) {
    super(`The video is not ready within ${timeoutMs / 1_000} s`, { cause });
    this.uid = uid;
    this.video = video;
  }
}
