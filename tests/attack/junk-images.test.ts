import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { createSharePictures } from "@/lib/drivers/images/create-share-pictures";
import { newCaller, request } from "../setup/api/api";
import { dataUri, draw } from "../setup/media/images";

const UNKNOWN = "QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o";
const countOf = (all: readonly number[], wanted: number) =>
  all.filter((one) => one === wanted).length;

describe("a caller who sends expensive requests that are not counted as uploads", () => {
  it("has 6 uploads of 13 MB of junk read per minute, not 20", async () => {
    const caller = newCaller();
    const base64Image = randomBytes(9_500_000).toString("base64");
    const statuses: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const { status } = await request("/api/v1/upload-image", { body: { base64Image }, caller });
      statuses.push(status);
    }
    // At most two windows, in case a new minute starts during the test.
    expect(countOf(statuses, 400)).toBeLessThanOrEqual(12);
    expect(countOf(statuses, 429)).toBeGreaterThanOrEqual(8);
    expect(statuses.every((status) => [400, 429].includes(status))).toBe(true);
  });

  it("has 8 images of the network decoded at a time, while others' images are decoded too", async () => {
    // Many pixels, few bytes: decoding is the expensive part.
    const png = await sharp({
      create: { width: 6_000, height: 6_000, channels: 3, background: "#123456" },
    })
      .png()
      .toBuffer();
    const body = { base64Image: dataUri(png) };
    const callers = Array.from(
      { length: 24 },
      (_, n) => `2001:db8:99:${(n + 1).toString(16)}00::1`,
    );
    const all = callers.map((caller) => request("/api/v1/upload-image", { body, caller }));
    const small = { base64Image: dataUri(await draw(30, 20).png().toBuffer()) };
    const other = await request("/api/v1/upload-image", { body: small });
    expect(other.status).toBe(200);
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(countOf(statuses, 429)).toBeGreaterThan(0);
    expect(countOf(statuses, 503)).toBe(0);
  });

  it("has unknown content looked up at most 600 times per minute, even without a gateway", async () => {
    const caller = newCaller();
    const statuses: number[] = [];
    for (let n = 0; n < 60; n += 1) {
      const asked = Array.from({ length: 25 }, () => request(`/ipfs/${UNKNOWN}`, { caller }));
      statuses.push(...(await Promise.all(asked)).map(({ status }) => status));
    }
    expect(countOf(statuses, 404)).toBeLessThanOrEqual(1_200);
    expect(countOf(statuses, 429)).toBeGreaterThanOrEqual(300);
  });

  it("has a share image counted when it is rendered, not when it is cached", async () => {
    const folder = await mkdtemp(join(tmpdir(), "slipway-links-"));
    const pictures = createSharePictures({
      folder,
      bytesMax: 10_000_000,
      brand: { name: "Slipway", logo: null, accent: null },
    });
    let drawn = 0;
    const draw = () =>
      pictures.get(
        "one",
        () => {
          drawn += 1;
        },
        async () => ({
          title: "One",
          symbol: null,
          line: "",
          figures: [],
          line24h: [],
          picture: null,
        }),
      );
    await Promise.all([draw(), draw(), draw()]);
    await draw();
    expect(drawn).toBe(1);
    const refused = pictures.get(
      "two",
      () => {
        throw new Error("counted");
      },
      () => Promise.reject(new Error("read")),
    );
    await expect(refused).rejects.toThrow("counted");
    await rm(folder, { recursive: true });
  });
});
