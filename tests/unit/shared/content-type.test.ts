import { describe, expect, it } from "vitest";
import { SNIFF_BYTES, sniffContentType } from "@/lib/shared/text/content-type";
import { validImages } from "../../setup/media/images";

describe("the content type of a file", () => {
  it("is that of its format for each image that can be uploaded, by its head", async () => {
    for (const [name, bytes] of Object.entries(await validImages())) {
      const format = /png|jpeg|gif|webp|avif/.exec(name)?.[0];
      const type = sniffContentType(bytes.subarray(0, SNIFF_BYTES.head));
      expect({ name, type }).toEqual({ name, type: `image/${format}` });
    }
  });

  it("is a video for a file of the same container without a brand of AVIF", () => {
    const mp4 = Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0isomiso2", "latin1");
    expect(sniffContentType(mp4)).toBe("video/mp4");
    // The brand after the box is content.
    expect(sniffContentType(Buffer.concat([mp4, Buffer.from("avif")]))).toBe("video/mp4");
    expect(sniffContentType(Buffer.from("\0\0\0\x08ftyp", "latin1"))).toBe("video/mp4");
  });
});
