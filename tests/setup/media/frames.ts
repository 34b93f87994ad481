import type { RgbFrame } from "@/lib/drivers/moderation/classifier";
import { FRAME_BYTES, FRAME_SIZE } from "@/lib/features/media/rules/moderation";

/** A frame whose pixels are `colorAt(x, y)`, each 0 to 255. */
export function frameOf(colorAt: (x: number, y: number) => [number, number, number]): RgbFrame {
  const frame = new Uint8Array(FRAME_BYTES);
  for (let y = 0; y < FRAME_SIZE; y += 1) {
    for (let x = 0; x < FRAME_SIZE; x += 1) frame.set(colorAt(x, y), (y * FRAME_SIZE + x) * 3);
  }
  return frame;
}

/** Harmless images. */
export const NEUTRAL_FRAMES = {
  black: frameOf(() => [0, 0, 0]),
  white: frameOf(() => [255, 255, 255]),
  gradient: frameOf((x, y) => [x, y, 255 - x]),
  stripes: frameOf((x) => (x % 32 < 16 ? [20, 60, 120] : [240, 230, 200])),
  sky: frameOf((_, y) => (y < 150 ? [120 - y / 4, 170, 230] : [60, 120 + (y % 40), 50])),
};
