import sharp, { type Sharp } from "sharp";

/** Computed images, the same in every run. */
function pixels(width: number, height: number, channels: 3 | 4, frame = 0): Buffer {
  const data = Buffer.alloc(width * height * channels);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * channels;
      data[at] = (x * 255) / width;
      data[at + 1] = (y * 255) / height;
      data[at + 2] = (x + y + frame * 24) % 256;
      if (channels === 4) data[at + 3] = x < width / 2 ? 255 : 96;
    }
  }
  return data;
}

export function draw(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  return sharp(pixels(width, height, channels), { raw: { width, height, channels } });
}

/** Several frames, each slightly bluer. */
export function drawFrames(width: number, height: number, frames: number): Sharp {
  const all = Array.from({ length: frames }, (_, frame) => pixels(width, height, 3, frame));
  return sharp(Buffer.concat(all), {
    raw: { width, height: height * frames, channels: 3, pageHeight: height },
  });
}

/** One small image of each accepted type. */
export async function validImages(): Promise<Record<string, Buffer>> {
  const still = () => draw(160, 120);
  const moving = () => drawFrames(80, 60, 5);
  return {
    png: await still().png().toBuffer(),
    "transparent png": await draw(160, 120, 4).png().toBuffer(),
    jpeg: await still().jpeg().toBuffer(),
    "progressive jpeg": await still().jpeg({ progressive: true }).toBuffer(),
    "jpeg of a camera": await still()
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: "Ada" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
      .jpeg()
      .toBuffer(),
    gif: await still().gif().toBuffer(),
    "animated gif": await moving()
      .gif({ delay: [80, 80, 80, 80, 80] })
      .toBuffer(),
    webp: await still().webp().toBuffer(),
    "animated webp": await moving()
      .webp({ delay: [80, 80, 80, 80, 80] })
      .toBuffer(),
    avif: await still().avif({ effort: 0 }).toBuffer(),
    "avif of a general brand": withMajorBrand(await still().avif({ effort: 0 }).toBuffer(), "mif1"),
  };
}

/** As a data URI, as browsers encode it. */
export function dataUri(bytes: Uint8Array, type = "image/png"): string {
  return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
}

/** An AVIF whose major brand is a general one of HEIF, so that only a compatible brand is that of AVIF. */
function withMajorBrand(avif: Buffer, brand: string): Buffer {
  const changed = Buffer.from(avif);
  changed.write(brand, 8, "latin1");
  return changed;
}
