import sharp from "sharp";
import { createRandom } from "@/sandbox/demo/random";

const WIDTH = 2048;
const HEIGHT = 1536;
const CHANNELS = 3;
/** Fine-grained, so that the size matches within a few percent. */
const QUALITIES = [96, 94, 92, 90, 88, 86, 84, 82, 80, 76, 72, 68, 64, 60];

/** Soft shapes with camera grain, deterministic for a seed. */
function pixels(seed: string): Buffer {
  const random = createRandom(seed);
  const [a, b, c] = [random.between(50, 400), random.between(50, 400), random.between(50, 400)];
  const data = Buffer.alloc(WIDTH * HEIGHT * CHANNELS);
  for (let y = 0, at = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1, at += CHANNELS) {
      const grain = random.next() * 24;
      data[at] = 110 + 90 * Math.sin(x / a) + grain;
      data[at + 1] = 110 + 90 * Math.sin(y / b) + grain;
      data[at + 2] = 110 + 90 * Math.sin((x + y) / c) + grain;
    }
  }
  return data;
}

/** Different JPEG files of three megapixels and about `bytes` each. */
export async function takePhotographs(count: number, bytes: number): Promise<Buffer[]> {
  const raw = { width: WIDTH, height: HEIGHT, channels: CHANNELS } as const;
  const develop = (seed: number, quality: number) =>
    sharp(pixels(`photograph ${seed}`), { raw })
      .jpeg({ quality })
      .toBuffer();
  let best = { quality: 0, distance: Number.POSITIVE_INFINITY };
  for (const quality of QUALITIES) {
    const distance = Math.abs((await develop(0, quality)).length - bytes);
    if (distance < best.distance) best = { quality, distance };
  }
  const made: Buffer[] = [];
  for (let seed = 0; seed < count; seed += 1) made.push(await develop(seed, best.quality));
  return made;
}
