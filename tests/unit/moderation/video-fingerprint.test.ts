import { describe, expect, it } from "vitest";
import {
  fingerprintOf,
  measureFingerprints,
} from "@/lib/features/moderation/rules/image-fingerprint";
import { isSameVideo } from "@/lib/features/moderation/rules/video-fingerprint";

/** A frame with a bright bar whose place is its number. */
function frame(place: number) {
  const pixels = new Uint8Array(32 * 32 * 3);
  for (let y = 0; y < 32; y += 1) pixels.fill(255, (y * 32 + place) * 3, (y * 32 + place + 3) * 3);
  return fingerprintOf(pixels);
}
const frames = (...places: number[]) => places.map(frame);
type Frames = ReturnType<typeof frames>;
const isSame = (first: Frames, second: Frames) =>
  isSameVideo(measureFingerprints(first), measureFingerprints(second));
const FIRST = frames(0, 3, 6, 9, 12);

describe("a removed video", () => {
  it.each([
    ["in itself", FIRST],
    ["in other order", [...FIRST].reverse()],
    ["without its last frames", FIRST.slice(0, 3)],
    ["with one other frame", [...FIRST.slice(0, 4), frame(20)]],
  ])("is recognized %s", (_, other) => {
    expect(isSame(FIRST, other)).toBe(true);
    expect(isSame(other, FIRST)).toBe(true);
  });

  it.each([
    ["another video", frames(15, 18, 21, 24, 27)],
    ["a video with one of its frames", [frame(0), ...frames(15, 18, 21, 24)]],
    ["a longer video that has all of it", [...FIRST, ...frames(15, 18, 21, 24, 27)]],
    ["a video without frames that can be recognized", []],
  ])("is not recognized in %s", (_, other) => {
    expect(isSame(FIRST, other)).toBe(false);
    expect(isSame(other, FIRST)).toBe(false);
  });
});
