import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { createImages } from "@/lib/drivers/images/create-images";
import { type CleanImage, ImageRefusedError } from "@/lib/drivers/images/image-types";
import { IMAGE_LIMITS, sniffImageFormat } from "@/lib/features/media/rules/image";
import { FRAME_BYTES } from "@/lib/features/media/rules/moderation";
import {
  gifBomb,
  HTML,
  jpegWithComment,
  PHP,
  pngBomb,
  pngWithText,
  SVG,
  swarm,
  ZIP,
} from "../../setup/media/hostile-images";
import { draw, drawFrames, validImages } from "../../setup/media/images";

const images = createImages();
let pictures: Record<string, Buffer>;
beforeAll(async () => {
  pictures = await validImages();
});

function picture(name: string): Buffer {
  const found = pictures[name];
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

/** The first box of an HEIF file: its length, major brand, version and compatible brands. */
const heifHead = (major: string, ...compatible: string[]) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 16 + 4 * compatible.length]),
    Buffer.from(`ftyp${major}\0\0\0\0${compatible.join("")}`, "latin1"),
  ]);

const solid = (background: string) =>
  sharp({ create: { width: 30, height: 30, channels: 3, background } })
    .png()
    .toBuffer();

async function cleaned(bytes: Uint8Array): Promise<CleanImage> {
  return images.clean(bytes, await images.inspect(bytes));
}

describe("accepted images", () => {
  it.each([
    ["png", "png", "image/png", 1],
    ["transparent png", "png", "image/png", 1],
    ["jpeg", "jpeg", "image/jpeg", 1],
    ["progressive jpeg", "jpeg", "image/jpeg", 1],
    ["gif", "gif", "image/webp", 1],
    ["animated gif", "gif", "image/webp", 5],
    ["webp", "webp", "image/webp", 1],
    ["animated webp", "webp", "image/webp", 5],
    ["avif", "avif", "image/webp", 1],
    ["avif of a general brand", "avif", "image/webp", 1],
  ])("%s", async (name, format, type, frames) => {
    expect(await images.inspect(picture(name))).toBe(format);
    const clean = await cleaned(picture(name));
    expect(clean).toMatchObject({ type, frames });
    const { pages = 1, hasAlpha } = await sharp(clean.bytes).metadata();
    expect(pages).toBe(frames);
    if (name === "transparent png") expect(hasAlpha).toBe(true);
    const [width, height] = frames > 1 ? [80, 60] : [160, 120];
    expect(clean).toMatchObject({ width, height });
  });

  it("are upright and without metadata", async () => {
    const clean = await cleaned(picture("jpeg of a camera"));
    expect(clean).toMatchObject({ width: 120, height: 160 });
    const { exif, xmp, iptc, orientation } = await sharp(clean.bytes).metadata();
    expect({ exif, xmp, iptc, orientation }).toEqual({});
    expect(Buffer.from(clean.bytes).includes("Ada")).toBe(false);
  });

  it.each([2, 3, 4, 5, 6, 7, 8])(
    "are upright and in order if they are animated, with orientation %i",
    async (orientation) => {
      // The corners differ, and so do the frames.
      const bytes = await drawFrames(80, 60, 5)
        .webp({ lossless: true, delay: [50, 60, 70, 80, 90] })
        .withMetadata({ orientation })
        .toBuffer();
      const clean = await cleaned(bytes);
      const stored = await sharp(clean.bytes, { pages: -1 }).metadata();
      expect(stored).toMatchObject({ pages: 5, delay: [50, 60, 70, 80, 90] });
      expect(stored.orientation).toBeUndefined();
      for (let page = 0; page < 5; page += 1) {
        const frame = await sharp(bytes, { page }).removeAlpha().png().toBuffer();
        const wanted = await sharp(
          await sharp(frame).withMetadata({ orientation }).png().toBuffer(),
        )
          .autoOrient()
          .raw()
          .toBuffer({ resolveWithObject: true });
        const { width, height } = wanted.info;
        expect(clean).toMatchObject({ width, height });
        const found = await sharp(clean.bytes, { page }).removeAlpha().raw().toBuffer();
        const differences = found.map((value, at) => Math.abs(value - (wanted.data[at] ?? 0)));
        const mean = differences.reduce((sum, one) => sum + one, 0) / differences.length;
        expect(mean).toBeLessThan(8);
      }
    },
  );

  it("keep the duration of each frame", async () => {
    const { delay } = await sharp((await cleaned(picture("animated gif"))).bytes).metadata();
    expect(delay).toEqual([80, 80, 80, 80, 80]);
  });

  it("are encoded deterministically, so the same file has one CID", async () => {
    const [first, second] = [await cleaned(picture("jpeg")), await cleaned(picture("jpeg"))];
    expect(Buffer.from(first.bytes).equals(second.bytes)).toBe(true);
  });

  it("are scaled down to the maximum size", async () => {
    const still = await cleaned(await draw(4096, 1024).jpeg().toBuffer());
    expect(still).toMatchObject({ width: 2048, height: 512 });
    const moving = await cleaned(await drawFrames(600, 1024, 2).gif().toBuffer());
    expect(moving).toMatchObject({ width: 300, height: 512 });
  });

  it("may contain the trailing and embedded data that cameras and editors write", async () => {
    const photo = picture("jpeg");
    const motion = Buffer.concat([photo, Buffer.from("\0\0\0\x18ftypmp42"), Buffer.alloc(90_000)]);
    expect(await images.inspect(motion)).toBe("jpeg");
    const xmp = "http://ns.adobe.com/xap/1.0/\0<?xpacket?><x:xmpmeta><rdf:RDF/></x:xmpmeta>";
    expect(await images.inspect(jpegWithComment(photo, xmp))).toBe("jpeg");
    const clean = await cleaned(motion);
    expect(Buffer.from(clean.bytes).includes("mp42")).toBe(false);
  });
});

describe("rejected files", () => {
  const behind = (name: string, what: string | Buffer) => () =>
    Buffer.concat([picture(name), Buffer.from(what)]);
  const FILES: [string, () => Buffer | Promise<Buffer>, RegExp][] = [
    ["nothing", () => Buffer.alloc(0), /must be a PNG/],
    ["text", () => Buffer.from("hello, I am an image"), /must be a PNG/],
    ["SVG", () => Buffer.from(SVG), /must be a PNG/],
    ["SVG with an XML head", () => Buffer.from(`<?xml version="1.0"?>${SVG}`), /must be a PNG/],
    ["HTML", () => Buffer.from(HTML), /must be a PNG/],
    ["TIFF", () => draw(20, 20).tiff().toBuffer(), /must be a PNG/],
    ["a PDF", () => Buffer.from("%PDF-1.7\n"), /must be a PNG/],
    ["a BMP", () => Buffer.concat([Buffer.from("BM"), Buffer.alloc(80)]), /must be a PNG/],
    ["HTML that begins as a GIF", () => Buffer.from(`GIF89a${HTML}`), /damaged|carries/],
    ["a PNG signature alone", () => picture("png").subarray(0, 8), /damaged/],
    ["a cut PNG header", () => picture("png").subarray(0, 30), /damaged/],
    ["HEIC of a general brand", () => heifHead("mif1", "mif1", "heic"), /must be a PNG/],
    ["HEIC as AVIF", () => heifHead("mif1", "avif"), /damaged/],
    [
      "a brand of AVIF after the brands",
      () => Buffer.concat([heifHead("mif1", "heic"), Buffer.from("\0\0\0\x0cfreeavif", "latin1")]),
      /must be a PNG/,
    ],
    ["HEIC", () => heifHead("heic", "mif1", "heic"), /must be a PNG/],
    ["a PNG with a page behind", behind("png", HTML), /carries a web page/],
    ["a PNG with PHP behind", behind("png", PHP), /carries a script/],
    ["a JPEG with an archive behind", behind("jpeg", ZIP), /carries an archive/],
    ["a GIF with a page behind", behind("gif", HTML), /carries a web page/],
    ["an animated GIF with an archive behind", behind("animated gif", ZIP), /an archive/],
    ["a WebP with a page behind", behind("webp", SVG), /carries a web page/],
    ["an AVIF with a PDF behind", behind("avif", "%PDF-1.7"), /carries|damaged/],
    ["a PNG with a page inside", () => pngWithText(picture("png"), HTML), /carries a web page/],
    ["a JPEG with PHP inside", () => jpegWithComment(picture("jpeg"), PHP), /carries a script/],
    ["a bomb of 900 megapixels", () => pngBomb(30_000, 30_000), /too large/],
    ["a bomb of 256 megapixels", () => pngBomb(16_000, 16_000), /too large/],
    ["41 megapixels", () => pngBomb(6_405, 6_405), /too large/],
    ["a line of 60,000,000 pixels", () => pngBomb(60_000_000, 1), /too large|damaged/],
    ["a GIF of 20,000 frames", () => gifBomb(10, 20_000), /20000 frames; at most 150/],
    ["a GIF of 100 large frames", () => gifBomb(4_000, 100), /too large/],
    ["a PNG of empty comments", () => swarm("png"), /carries too many parts/],
    ["a JPEG of empty comments", () => swarm("jpeg"), /carries too many parts/],
    ["a GIF of empty comments", () => swarm("gif"), /carries too many parts/],
    ["a WebP of empty blocks", () => swarm("webp"), /carries too many parts/],
    ["an AVIF of empty boxes", () => swarm("avif"), /carries too many parts/],
  ];

  it.each(FILES)("%s", async (_, make, text) => {
    const bytes = await make();
    await expect(images.inspect(bytes)).rejects.toThrow(ImageRefusedError);
    await expect(images.inspect(bytes)).rejects.toThrow(text);
  });

  // A truncated GIF is a GIF with fewer frames.
  it.each(["png", "jpeg", "webp", "avif", "animated webp"])(
    "a truncated %s, when it is decoded",
    async (name) => {
      const half = picture(name).subarray(0, Math.floor(picture(name).length / 2));
      await expect(cleaned(half)).rejects.toThrow(ImageRefusedError);
    },
  );
});

describe("frames for moderation", () => {
  it.each([
    ["jpeg", 1],
    ["transparent png", 2],
    ["animated webp", 5],
  ])("%s: %i frames", async (name, count) => {
    const { views } = await cleaned(picture(name));
    expect(views.map(({ byteLength }) => byteLength)).toEqual(Array(count).fill(FRAME_BYTES));
  });

  it.each<[string, () => Promise<Buffer>]>([
    ["grayscale jpeg", () => draw(60, 40).grayscale().jpeg().toBuffer()],
    ["grayscale png", () => draw(60, 40).toColourspace("b-w").png().toBuffer()],
    ["cmyk jpeg", () => draw(60, 40).toColourspace("cmyk").jpeg().toBuffer()],
    ["16 bit png", () => draw(60, 40).toColourspace("rgb16").png().toBuffer()],
  ])("%s: three bytes per pixel, as stored and as found", async (_, make) => {
    const bytes = await make();
    const found = await images.toViews(bytes, await images.inspect(bytes));
    for (const views of [(await cleaned(bytes)).views, found]) {
      expect(views.map(({ byteLength }) => byteLength)).toEqual([FRAME_BYTES]);
    }
  });

  it("are all different frames of an animation, equal ones once", async () => {
    const { views } = await cleaned(await drawFrames(40, 40, 20).gif().toBuffer());
    expect(views).toHaveLength(20);
    const [red, blue] = await Promise.all(["#ff0000", "#0000ff"].map(solid));
    const blinking = [red, blue, red, blue, red].filter((one) => one !== undefined);
    const gif = await sharp(blinking, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect(await images.toViews(gif, "gif")).toHaveLength(2);
  });

  it("are every stored frame of a long animation, which keeps its duration", async () => {
    const delay = Array.from({ length: 150 }, (_, at) => 20 + 10 * (at % 7));
    const clean = await cleaned(await drawFrames(40, 40, 150).gif({ delay, loop: 3 }).toBuffer());
    const stored = await sharp(clean.bytes).metadata();
    expect(stored.pages).toBe(IMAGE_LIMITS.viewsMax);
    expect(stored.loop).toBe(3);
    const sum = (numbers: number[] = []) => numbers.reduce((all, one) => all + one, 0);
    expect(sum(stored.delay)).toBe(sum(delay));
    expect(await images.toViews(clean.bytes, "webp")).toEqual(clean.views);
  });

  it("show each transparent frame of an animation on white and on black", async () => {
    const glass = Array.from({ length: 100 }, (_, at) =>
      sharp({
        create: {
          width: 30,
          height: 30,
          channels: 4,
          background: { r: (at * 50) % 256, g: (at * 90) % 256, b: 0, alpha: 0.5 },
        },
      })
        .png()
        .toBuffer(),
    );
    const webp = await sharp(await Promise.all(glass), { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer();
    expect(await images.toViews(webp, "webp")).toHaveLength(200);
    const clean = await cleaned(webp);
    expect((await sharp(clean.bytes).metadata()).pages).toBe(IMAGE_LIMITS.viewsMax / 2);
    expect(clean.views).toHaveLength(IMAGE_LIMITS.viewsMax);
  });

  it("show transparency on white and on black", async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const nothing = sharp({ create: { width: 30, height: 30, channels: 4, background: clear } });
    const [white, black] = (await cleaned(await nothing.png().toBuffer())).views;
    expect(white?.every((byte) => byte === 255)).toBe(true);
    expect(black?.every((byte) => byte === 0)).toBe(true);
  });
});

describe("thumbnails", () => {
  it.each([64, 128, 256, 512] as const)("fit into %i pixels, as WebP", async (width) => {
    const bytes = await images.toThumbnail(await draw(1000, 500).png().toBuffer(), width);
    expect(sniffImageFormat(bytes)).toBe("webp");
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height: width / 2 });
  });

  it("are upright where a stored image is not", async () => {
    const drawn = await draw(1000, 500).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { width, height } = await sharp(await images.toThumbnail(drawn, 64)).metadata();
    expect([width, height]).toEqual([32, 64]);
  });

  it("stay animated and never grow", async () => {
    const bytes = await images.toThumbnail(picture("animated webp"), 512);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 80, pages: 5 });
  });

  it("are not created for files that are not images", async () => {
    await expect(images.toThumbnail(Buffer.from(SVG), 64)).rejects.toThrow(ImageRefusedError);
  });
});
