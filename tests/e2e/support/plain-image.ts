import sharp from "sharp";

const PICTURE_PX = 64;

/** A square PNG of one color from `seed`. */
export function plainImage(seed: string): Promise<Buffer> {
  const shade = [...seed].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const background = { r: shade % 256, g: (shade * 7) % 256, b: (shade * 13) % 256 };
  return sharp({ create: { width: PICTURE_PX, height: PICTURE_PX, channels: 3, background } })
    .png()
    .toBuffer();
}
