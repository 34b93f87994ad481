import type { VideoDetails } from "@/lib/features/video/rules/video";

/** How far the provider is with a video. `waiting`: for its upload. */
export type ProviderState = "waiting" | "processing" | "ready" | "error";

export type ProviderVideo = {
  uid: string;
  state: ProviderState;
  /** Why it is in `error`, for people. */
  reason: string | null;
  /** There once it is ready. */
  details: VideoDetails | null;
};

/**
 * Takes uploads, encodes them and plays them. Nobody can watch a video before `publish`. Everything
 * may be called twice.
 */
export type VideoProvider = {
  readonly name: "embedded" | "cloudflare";
  /**
   * A URL that takes one file, as field `file` of a multipart form.
   * @returns `uploadUrl` absolute, or a path of this service
   */
  createUpload(upload: {
    userId: string;
    durationSecondsMax: number;
    sizeBytesMax: number;
    expiresAt: Date;
  }): Promise<{ uid: string; uploadUrl: string }>;
  /** Null when it does not know the video. */
  get(uid: string): Promise<ProviderVideo | null>;
  /** Several at once; those that it does not know are left out. */
  list(uids: readonly string[]): Promise<ProviderVideo[]>;
  /** Encodes an uploaded video, where the provider does not do so by itself. `get` has the result. */
  prepare(uid: string, limits: { durationSecondsMax: number }): Promise<void>;
  /** Frames of a ready video for the moderation, evenly spread, and its thumbnail. */
  sampleFrames(uid: string): Promise<Uint8Array[]>;
  /** The thumbnail of a ready video as JPEG. */
  thumbnail(uid: string): Promise<Uint8Array>;
  /** Lets everybody watch. URLs are absolute, or paths of this service. */
  publish(uid: string): Promise<{ streamUrl: string; thumbnailUrl: string }>;
  /** Removes every file of a video; harmless when there is none. */
  delete(uid: string): Promise<void>;
  /** Where this service itself takes and serves the files; null where the provider does. */
  local: LocalVideos | null;
  /**
   * Which video a message of the provider has news of; null when the message is not from it.
   * @param message.body exactly as received
   */
  readNews(message: { signature: string | null; body: Uint8Array }): string | null;
};

export type LocalVideos = {
  /**
   * Takes the file of an upload URL.
   * @param upload.token the last segment of the upload URL
   * @param upload.reserve called with the video before the first byte is stored; may refuse
   * @throws AppError upload_not_found, upload_used, upload_expired, invalid_body,
   *   unsupported_media_type, payload_too_large, request_timeout, and what `reserve` throws
   */
  receive(upload: {
    token: string;
    contentType: string | null;
    body: ReadableStream<Uint8Array> | null;
    reserve: (uid: string, sizeBytesMax: number) => Promise<void>;
  }): Promise<{ uid: string; sizeBytes: number }>;
  /** A file of a published video, or null. */
  open(uid: string, name: string): Promise<VideoFile | null>;
  /** What a video occupies on the disk. */
  bytesOf(uid: string): Promise<number>;
  /** Videos of which there is anything on the disk. */
  /** Whether decoders are shut in, with no files but their own, no network and no other process. */
  isIsolated(): Promise<boolean>;
  listStored(): Promise<string[]>;
};

export type VideoFile = {
  contentType: string;
  sizeBytes: number;
  /** @param range first and last byte, both included */
  read(range: { first: number; last: number }): ReadableStream<Uint8Array>;
};
