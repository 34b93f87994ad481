import type { StoredObject } from "@/lib/drivers/storage/object-store";
import type { VideoDetails } from "@/lib/features/video/rules/video";

/** The provider's progress. `waiting`: for the upload. */
export type ProviderState = "waiting" | "processing" | "ready" | "error";

export type ProviderVideo = {
  uid: string;
  state: ProviderState;
  /** Why it is in `error`; shown to users. */
  reason: string | null;
  /** Set once it is ready. */
  details: VideoDetails | null;
};

/** The video is at fault: a retry would fail alike. The message is shown to users. */
export class UnreadableVideoError extends Error {
  override readonly name = "UnreadableVideoError";
}

/** Frames of 224 x 224 pixels, three bytes each. */
export type SampledFrames = {
  /** The thumbnail, then evenly spaced frames: the same of every upload of a video. */
  fixed: Uint8Array[];
  /** One frame of each segment, at a time that the uploader cannot know; others in each call. */
  random: Uint8Array[];
};

/**
 * Receives, encodes and plays videos. Nobody can watch a video before `publish`. Every method is
 * idempotent.
 */
export type VideoProvider = {
  readonly name: "embedded" | "cloudflare";
  /**
   * A URL that receives one file, as field `file` of a multipart form.
   * @returns `uploadUrl` absolute, or a path of this service
   */
  createUpload(upload: {
    userId: string;
    durationSecondsMax: number;
    sizeBytesMax: number;
    expiresAt: Date;
  }): Promise<{ uid: string; uploadUrl: string }>;
  /** Null when the video is unknown. */
  get(uid: string): Promise<ProviderVideo | null>;
  /** Several at once; unknown ones are omitted. */
  list(uids: readonly string[]): Promise<ProviderVideo[]>;
  /**
   * Encodes an uploaded video, unless the provider does so itself, or another call on a machine with the same
   * disk does. `get` returns the result.
   */
  prepare(uid: string, limits: { durationSecondsMax: number }): Promise<void>;
  /** Frames of a ready video, for moderation. @throws UnreadableVideoError */
  sampleFrames(uid: string): Promise<SampledFrames>;
  /** The thumbnail of a ready video as JPEG. */
  thumbnail(uid: string): Promise<Uint8Array>;
  /** Makes the video public. URLs are absolute, or paths of this service. */
  publish(uid: string): Promise<{ streamUrl: string; thumbnailUrl: string }>;
  /** Ends what `publish` did at a provider that serves the files itself; `publish` undoes it. */
  unpublish(uid: string): Promise<void>;
  /** Removes every file of a video; does nothing when there is none. */
  delete(uid: string): Promise<void>;
  /** Set when this service itself receives the files. `StoredVideos` serves them. */
  local: LocalVideos | null;
  /**
   * The video that a webhook event is about; null when the event is not authentic.
   * @param message.body exactly as received
   */
  readWebhook(message: { signature: string | null; body: Uint8Array }): string | null;
};

export type LocalVideos = {
  /**
   * Receives the file of an upload URL, and stores its size and digest (SHA-256 as hex) with the video.
   * @param upload.token the last segment of the upload URL
   * @param upload.reserve called with the video before the first byte is stored; may throw
   * @param upload.release called with the video when the upload failed and no other upload has claimed
   *   its URL, before another one can
   * @param upload.check called with the digest of the whole file before the URL is used up; may throw
   * @throws AppError upload_not_found, upload_used, upload_expired, invalid_body,
   * unsupported_media_type, payload_too_large, request_timeout, and what `reserve` and `check` throw
   */
  receive(upload: {
    token: string;
    contentType: string | null;
    body: ReadableStream<Uint8Array> | null;
    reserve: (uid: string, sizeBytesMax: number) => Promise<void>;
    release: (uid: string) => Promise<void>;
    check: (fileDigest: string) => Promise<void>;
  }): Promise<{ uid: string; sizeBytes: number }>;
  /** Storage that a video occupies. */
  bytesOf(uid: string): Promise<number>;
  /** Whether `publish` is done. */
  isPublished(uid: string): Promise<boolean>;
  /** Whether decoders are isolated: no files but their own, no network and no other process. */
  isIsolated(): Promise<boolean>;
};

export type VideoFile = StoredObject & { contentType: string };
