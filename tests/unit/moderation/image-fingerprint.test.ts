import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FRAME_SIZE } from "@/lib/features/media/rules/moderation";
import {
  fingerprintOf,
  type ImageFingerprint,
  isRecognizable,
  isSameImage,
  joinFingerprints,
  measureFingerprints,
  splitFingerprints,
} from "@/lib/features/moderation/rules/image-fingerprint";

// The decoder of uploads, which other files of a worker may load, blocks SVG in the whole process.
const SVG_LOADER = { operation: ["VipsForeignLoadSvgBuffer"] };
beforeAll(() => sharp.unblock(SVG_LOADER));
afterAll(() => sharp.block(SVG_LOADER));

async function printOf(picture: Sharp | Buffer) {
  const opened = Buffer.isBuffer(picture) ? sharp(picture) : picture;
  const frame = await opened
    .flatten({ background: "#ffffff" })
    .resize(FRAME_SIZE, FRAME_SIZE, { fit: "fill" })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer();
  return fingerprintOf(frame);
}

function isSame(first: ImageFingerprint, second: ImageFingerprint): boolean {
  const [one, two] = measureFingerprints([first, second]);
  return one !== undefined && two !== undefined && isSameImage(one, two);
}

const svg = (body: string, background = "#ffffff") =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="${background}"/>${body}</svg>`,
    ),
  );
const letter = (text: string, background?: string) =>
  svg(
    `<text x="200" y="290" font-size="260" text-anchor="middle" font-family="sans-serif">${text}</text>`,
    background,
  );

/** Pictures that people would call different, also those with one layout. */
const PICTURES: Record<string, () => Sharp> = {
  "a white disc on black": () => svg('<circle cx="200" cy="200" r="120" fill="#fff"/>', "#000000"),
  "a black disc on white": () => svg('<circle cx="200" cy="200" r="120"/>'),
  "a red disc on white": () => svg('<circle cx="200" cy="200" r="120" fill="#d22"/>'),
  "a blue square on white": () => svg('<rect x="90" y="90" width="220" height="220" fill="#22d"/>'),
  "a disc in a corner": () => svg('<circle cx="90" cy="90" r="70"/>'),
  "a cross": () => svg('<path d="M180 40h40v140h140v40h-140v140h-40v-140h-140v-40h140z"/>'),
  "the letter A": () => letter("A"),
  "the letter B": () => letter("B"),
  "the letter A on yellow": () => letter("A", "#ffdd00"),
  "a gradient to the right": () =>
    svg(
      '<defs><linearGradient id="g"><stop stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient></defs><rect width="400" height="400" fill="url(#g)"/>',
    ),
  "a gradient to the left": () =>
    svg(
      '<defs><linearGradient id="g"><stop stop-color="#fff"/><stop offset="1" stop-color="#000"/></linearGradient></defs><rect width="400" height="400" fill="url(#g)"/>',
    ),
};
const names = Object.keys(PICTURES);
const open = (name: string) => PICTURES[name]?.() ?? svg("");

describe("the fingerprint of an image", () => {
  it.each(names)(
    "recognizes copies of %s: scaled, in other formats, darker, compressed",
    async (name) => {
      const original = await printOf(open(name));
      expect(isRecognizable(original)).toBe(true);
      const png = await open(name).png().toBuffer();
      const copies = [
        await sharp(png).resize(120).jpeg({ quality: 35 }).toBuffer(),
        await sharp(png).resize(900, 900).webp({ quality: 50 }).toBuffer(),
        await sharp(png).resize(300, 200, { fit: "fill" }).png().toBuffer(),
        await sharp(png).modulate({ brightness: 0.95 }).gif().toBuffer(),
        await sharp(png).blur(1.5).avif({ quality: 40, effort: 0 }).toBuffer(),
      ];
      for (const copy of copies) expect(isSame(original, await printOf(copy))).toBe(true);
    },
  );

  it("does not take one of these pictures for another", async () => {
    const prints = await Promise.all(names.map((name) => printOf(open(name))));
    const confused = names.flatMap((name, at) =>
      names.slice(at + 1).flatMap((other, after) => {
        const [one, two] = [prints[at], prints[at + 1 + after]];
        return one && two && isSame(one, two) ? [`${name} = ${other}`] : [];
      }),
    );
    expect(confused).toEqual([]);
  });

  it("does not recognize flat pictures, which are all alike", async () => {
    const flat = await printOf(svg("", "#3366aa"));
    expect(isRecognizable(flat)).toBe(false);
    expect(isSame(flat, await printOf(svg("", "#3366aa")))).toBe(false);
  });

  it("is equal after it is stored as text and read", async () => {
    const prints = [await printOf(open("a cross")), await printOf(open("the letter A"))];
    expect(splitFingerprints(joinFingerprints(prints))).toEqual(prints);
    expect(splitFingerprints(joinFingerprints([]))).toEqual([]);
  });
});
