import { describe, expect, it } from "vitest";
import { mayHideFrames, sniffImageFormat } from "@/lib/features/media/rules/image";

/** The first box of an AVIF file with these compatible brands. */
function avif(...compatible: string[]): Buffer {
  const box = Buffer.from(`\0\0\0\0ftypavif\0\0\0\0${compatible.join("")}`, "latin1");
  box.writeUInt32BE(box.length);
  return box;
}

/** The file, and the same bytes in a longer buffer. */
const placed = (bytes: Buffer) => [
  bytes,
  Buffer.concat([Buffer.alloc(16, 0xff), bytes]).subarray(16),
];

describe("an AVIF file", () => {
  it.each([
    ["a brand of image sequences", ["mif1", "avis"]],
    ["another brand of image sequences", ["mif1", "msf1"]],
    ["more brands than are read", [...Array<string>(60).fill("junk"), "avis", "msf1"]],
  ])("may hide frames if it has %s", (_, brands) => {
    for (const bytes of placed(avif(...brands))) {
      expect(sniffImageFormat(bytes)).toBe("avif");
      expect(mayHideFrames("avif", bytes)).toBe(true);
    }
  });

  it("hides no frames if it has only brands of still images", () => {
    for (const bytes of placed(avif("avif", "mif1", "miaf"))) {
      expect(sniffImageFormat(bytes)).toBe("avif");
      expect(mayHideFrames("avif", bytes)).toBe(false);
    }
  });
});
