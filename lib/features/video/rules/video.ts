/** States of a video. Source: docs/interface.md, "Video states". */
export const VIDEO_STATES = [
  "uploading",
  "processing",
  "nsfw_checking",
  "nsfw_approved",
  "nsfw_rejected",
  "error",
] as const;
export type VideoState = (typeof VIDEO_STATES)[number];

/** The provider of videos whose files are in this installation's storage. */
export const EMBEDDED = "embedded";

/** The name of a published video's thumbnail. */
export const THUMBNAIL_FILE = "thumbnail.jpg";

export const VIDEO_TRANSITIONS = {
  uploading: ["processing", "error"],
  processing: ["nsfw_checking", "error"],
  nsfw_checking: ["nsfw_approved", "nsfw_rejected", "error"],
  nsfw_approved: [],
  nsfw_rejected: [],
  error: [],
} as const satisfies Record<VideoState, readonly VideoState[]>;

/** Audio may end slightly after the last video frame. */
export const DURATION_TOLERANCE_SECONDS = 0.5;

/** The states from which `to` may be reached. */
export function videoStatesBefore(to: VideoState): VideoState[] {
  return VIDEO_STATES.filter((from) => VIDEO_TRANSITIONS[from].some((next) => next === to));
}

/** The states from which a video may be removed to make room. An approved one has not been used. */
export const REMOVABLE_STATES: readonly VideoState[] = [
  ...videoStatesBefore("error"),
  "nsfw_approved",
];

/** Limits of one video. Source: docs/interface.md, "Limits". */
export const VIDEO_LIMITS = {
  durationSecondsMax: 300,
  sizeBytesMax: 52_428_800,
  /** How long an upload URL may be used. */
  uploadSeconds: 30 * 60,
} as const;

/** Properties of an encoded video. */
export type VideoDetails = {
  durationSeconds: number;
  /** Pixels as shown, rotation applied. */
  width: number;
  height: number;
  /** Bytes as uploaded. */
  sizeBytes: number;
};

const FRAMES_MIN = 8;
const FRAMES_MAX = 30;
const SECONDS_PER_FRAME = 3;

/**
 * Times of the frames to moderate, in seconds: 8 to 30, one in each of as many equal segments.
 * @param placeInSegment where in a segment, from 0 to below 1; without it, in the middle. Copies are
 * recognized at these times. For moderation, random places are needed as well: a scene between known
 * times would never be classified.
 */
export function frameTimes(
  durationSeconds: number,
  placeInSegment: () => number = () => 0.5,
): number[] {
  const wanted = Math.ceil(durationSeconds / SECONDS_PER_FRAME);
  const count = Math.min(FRAMES_MAX, Math.max(FRAMES_MIN, wanted));
  return Array.from(
    { length: count },
    (_, index) => ((index + placeInSegment()) * durationSeconds) / count,
  );
}

/** Time of the thumbnail frame, in seconds. */
export function thumbnailTime(durationSeconds: number): number {
  return Math.min(1, durationSeconds / 2);
}

/** The uploaded file plus its encoded form, which may be as large. */
const DISK_FACTOR = 2;
const THUMBNAIL_BYTES = 1024 * 1024;

/** The disk space that a video of this size may need while it is processed. */
export function diskBytesOf(sizeBytesMax: number): number {
  return sizeBytesMax * DISK_FACTOR + THUMBNAIL_BYTES;
}
