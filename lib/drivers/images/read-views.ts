import { createHash } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import type { RgbFrame } from "@/lib/drivers/moderation/classifier";
import { FRAME_SIZE } from "@/lib/features/media/rules/moderation";

/** Content that is invisible on a white page may show on a dark one, so both are checked. */
const BACKGROUNDS = ["#ffffff", "#000000"] as const;

/**
 * Every frame of an image in the size that is classified, on each background that shows through. Views
 * are left out only if they are equal, byte by byte, to another one: no frame hides behind a similar one.
 * @param open opens the image with all its frames
 */
export async function readViews(open: () => Sharp): Promise<RgbFrame[]> {
  const { hasAlpha, pages = 1 } = await open().metadata();
  const backgrounds = hasAlpha ? BACKGROUNDS : BACKGROUNDS.slice(0, 1);
  const views = createSet();
  for await (const frame of pages > 1 ? framesOf(open(), pages) : [open]) {
    for (const background of backgrounds) {
      const view = await frame()
        .autoOrient()
        .flatten({ background })
        .resize(FRAME_SIZE, FRAME_SIZE, { fit: "fill" })
        .toColourspace("srgb")
        .removeAlpha()
        .raw()
        .toBuffer();
      views.add(view);
    }
  }
  return views.all();
}

/**
 * Different frames of an animation. They are scaled one by one: scaled together, each would show a few
 * lines of its neighbours.
 */
async function* framesOf(image: Sharp, pages: number): AsyncGenerator<() => Sharp> {
  const { data, info } = await image
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, channels } = info;
  const frameBytes = data.byteLength / pages;
  const raw = { width, height: info.height / pages, channels };
  const seen = createSet();
  for (let start = 0; start < data.byteLength; start += frameBytes) {
    const frame = data.subarray(start, start + frameBytes);
    if (seen.add(frame)) yield () => sharp(frame, { raw });
  }
}

/** Byte arrays without duplicates, in the order in which they were added. */
function createSet() {
  const found = new Map<string, Uint8Array>();
  return {
    /** Whether it was new. */
    add(bytes: Uint8Array): boolean {
      const digest = createHash("sha256").update(bytes).digest("base64");
      if (found.has(digest)) return false;
      found.set(digest, bytes);
      return true;
    },
    all: () => [...found.values()],
  };
}
