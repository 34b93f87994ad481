import type { VideoDetails, VideoState } from "@/lib/domain/video";
import type { videos } from "../schema/media";

export type VideoRow = typeof videos.$inferSelect;

export type NewVideo = Pick<
  VideoRow,
  "uid" | "provider" | "userId" | "durationSecondsMax" | "sizeBytesMax" | "expiresAt"
>;

export type VideoChanges = Partial<
  VideoDetails &
    Pick<VideoRow, "reason" | "thumbnailCid" | "streamUrl" | "thumbnailUrl" | "isRemoved">
>;

/** Our memory of videos. Every write is idempotent, so that a step may run twice. */
export type VideoStore = {
  insert(video: NewVideo): Promise<void>;
  find(uid: string): Promise<VideoRow | null>;
  /** The newest of a user, newest first. */
  listOf(userId: string, max: number): Promise<VideoRow[]>;
  /** Moves a video on and renews its lease. False when it is not in a state before `to`. */
  transition(uid: string, to: VideoState, changes?: VideoChanges): Promise<boolean>;
  /** `uploading → processing`, with the event that starts the work, in one transaction. */
  markUploaded(uid: string): Promise<boolean>;
  /** Tells the run that waits for it that the provider has news of a video. */
  announce(uid: string): Promise<void>;
  update(uid: string, changes: VideoChanges): Promise<void>;
  /** Renews the lease; the first time also notes when the work began. */
  touch(uid: string): Promise<void>;
  /** Unfinished videos whose upload time is over since `before`. */
  listOverdue(provider: string, before: Date): Promise<VideoRow[]>;
  /** Videos that wait for their upload. */
  listUploading(provider: string): Promise<VideoRow[]>;
  /** Refused videos of which something may still be stored. */
  listUnremoved(provider: string): Promise<VideoRow[]>;
  /**
   * Gives videos without a run a new one: begun and untouched since `begunBefore`, or queued and
   * untouched since `queuedBefore`. Answers them with how often that has happened.
   */
  adoptStranded(begunBefore: Date, queuedBefore: Date): Promise<VideoRow[]>;
};
