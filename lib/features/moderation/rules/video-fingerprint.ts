import { isSameImage, type MeasuredFingerprint } from "./image-fingerprint";

/** Share of the frames of both videos that the other one has. */
const SAME_FRAMES = 0.6;

/**
 * Whether two videos have the same frames: most of each are in the other one. Frames are sampled at the
 * same places of every upload, so the same file and an encoding of it have the same ones.
 */
export function isSameVideo(
  first: readonly MeasuredFingerprint[],
  second: readonly MeasuredFingerprint[],
): boolean {
  if (first.length === 0 || second.length === 0) return false;
  return isMostlyIn(first, second) && isMostlyIn(second, first);
}

function isMostlyIn(
  frames: readonly MeasuredFingerprint[],
  others: readonly MeasuredFingerprint[],
): boolean {
  const found = frames.filter((frame) => others.some((other) => isSameImage(frame, other)));
  return found.length >= frames.length * SAME_FRAMES;
}
