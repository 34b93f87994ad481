import { beforeAll, describe, expect, it } from "vitest";
import { findMotion, mediaKind, validateMediaFile } from "@/components/launch/media/media-rules";
import { draw, validImages } from "../../setup/media/images";

let images: Record<string, Buffer>;
beforeAll(async () => {
  const png = await draw(64, 64).png().toBuffer();
  // The animation chunk follows the signature and the header.
  const control = Buffer.from("000000086163544c0000000200000000f38d9370", "hex");
  const avif = await draw(64, 64).avif({ effort: 0 }).toBuffer();
  images = {
    ...(await validImages()),
    "animated png": Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]),
    "animated avif": Buffer.from(avif.toString("latin1").replace("ftypavif", "ftypavis"), "latin1"),
    "lossless webp": await draw(64, 64, 4).webp({ lossless: true }).toBuffer(),
    "cut webp": (await draw(64, 64).webp().toBuffer()).subarray(0, 14),
    "cut png": png.subarray(0, 20),
    text: Buffer.from("not an image"),
    empty: Buffer.alloc(0),
  };
});

describe("a chosen file", () => {
  it.each([
    ...["video/mp4", "video/x-m4v", "video/quicktime", "video/webm", "image/png"],
    ...["video/x-matroska", "video/matroska"],
  ])("is accepted as %s", (type) => {
    expect(validateMediaFile({ name: "file", type, size: 1 })).toBeNull();
  });

  it("is accepted as a video by the name .mkv in a browser that knows no type for it", () => {
    expect(validateMediaFile({ name: "Clip.MKV", type: "", size: 1 })).toBeNull();
    expect(mediaKind({ name: "Clip.MKV", type: "" })).toBe("video");
  });

  it.each(["video/x-msvideo", "image/svg+xml", "constructor", ""])("is refused as %j", (type) => {
    expect(validateMediaFile({ name: "file", type, size: 1 })).toMatch("not supported");
  });
});

describe("the motion of a chosen image", () => {
  it.each([
    ["png", "still"],
    ["animated png", "flattened"],
    ["jpeg", "still"],
    ["animated gif", "kept"],
    ["webp", "still"],
    ["lossless webp", "still"],
    ["animated webp", "kept"],
    ["avif", "still"],
    ["animated avif", "flattened"],
    ["cut webp", "still"],
    ["cut png", "still"],
    ["text", "still"],
    ["empty", "still"],
  ])("of a file that is %s is %s", (name, motion) => {
    expect(findMotion(images[name] ?? Buffer.alloc(0))).toBe(motion);
  });
});
