import { FRAME_BYTES, type Scores } from "@/lib/features/media/rules/moderation";
import { UnavailableError } from "@/lib/shared/unavailable";

/** One image of 224 x 224 pixels, row by row, three bytes (red, green, blue) each, no alpha. */
export type RgbFrame = Uint8Array;

/** Classifies images. `lib/features/media/rules/moderation.ts` evaluates the scores. */
export type Classifier = {
  /**
   * The scores of each frame, in the same order.
   * @throws ClassifierUnavailableError when it is unavailable; RangeError for frames of another size
   */
  classify(frames: readonly RgbFrame[]): Promise<Scores[]>;
  /** Stops its worker. A later `classify` starts it again. */
  close(): Promise<void>;
};

/**
 * Thrown when frames were not classified: the classifier is down, overloaded, or returned invalid
 * data.
 */
export class ClassifierUnavailableError extends UnavailableError {
  override readonly name = "ClassifierUnavailableError";
}

/** @throws RangeError */
export function checkFrames(frames: readonly RgbFrame[]): void {
  const wrong = frames.find(({ byteLength }) => byteLength !== FRAME_BYTES);
  if (wrong === undefined) return;
  throw new RangeError(`A frame has ${wrong.byteLength} bytes, not ${FRAME_BYTES}`);
}
