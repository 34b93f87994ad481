import { FRAME_BYTES, type Scores } from "@/lib/features/media/rules/moderation";

/** One picture of 224 x 224 pixels, row by row, three bytes (red, green, blue) each, no alpha. */
export type RgbFrame = Uint8Array;

/** Looks at pictures. What its scores mean for us is `lib/features/media/rules/moderation.ts`. */
export type Moderator = {
  /**
   * The scores of each frame, in the order of the frames.
   * @throws ModeratorUnavailableError when it cannot look now; RangeError for frames of another size
   */
  classify(frames: readonly RgbFrame[]): Promise<Scores[]>;
  /** Ends what it runs. A later `classify` starts it again. */
  close(): Promise<void>;
};

/** Thrown when nobody looked at the frames: it is down, overloaded, or answered nonsense. */
export class ModeratorUnavailableError extends Error {
  override readonly name = "ModeratorUnavailableError";
}

/** @throws RangeError */
export function checkFrames(frames: readonly RgbFrame[]): void {
  const wrong = frames.find(({ byteLength }) => byteLength !== FRAME_BYTES);
  if (wrong === undefined) return;
  throw new RangeError(`A frame has ${wrong.byteLength} bytes, not ${FRAME_BYTES}`);
}
