import type { Page } from "playwright/test";
import { createImages } from "@/lib/drivers/images/create-images";
import { findColorProblem } from "@/lib/features/media/rules/shown-colors";
import { decodedPixels, disguisedImages, ordinaryImages } from "../../setup/media/colored-images";
import { dataUri } from "../../setup/media/images";
import { expect, test } from "../support/test";

/** Of 255, on average over all pixels: rounding and the scaling of chroma differ. */
const DIFFERENCE_MAX = 4;
const images = createImages();

async function problemOf(bytes: Buffer): Promise<string | null> {
  const format = await images.inspect(bytes);
  return findColorProblem(format, bytes, await images.readProfile(bytes, format));
}

/** The pixels that the browser shows on a white page, as RGB. */
function shownPixels(page: Page, bytes: Buffer): Promise<number[]> {
  return page.evaluate(
    async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      const context = canvas.getContext("2d");
      if (context === null) throw new Error("no canvas");
      context.fillStyle = "#ffffff";
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      return [...data].filter((_, at) => at % 4 !== 3);
    },
    dataUri(bytes, "image/*"),
  );
}

async function differenceOf(page: Page, bytes: Buffer): Promise<number> {
  const [shown, decoded] = [await shownPixels(page, bytes), await decodedPixels(bytes)];
  expect(shown).toHaveLength(decoded.length);
  return (
    shown.reduce((sum, value, at) => sum + Math.abs(value - (decoded[at] ?? 0)), 0) / shown.length
  );
}

test("the browser shows ordinary images in the colors that are classified", async ({ page }) => {
  await page.goto("about:blank");
  for (const [name, bytes] of Object.entries(await ordinaryImages())) {
    expect.soft(await problemOf(bytes), name).toBeNull();
    expect.soft(await differenceOf(page, bytes), name).toBeLessThan(DIFFERENCE_MAX);
  }
});

test("what is refused are images that the browser shows in other colors", async ({ page }) => {
  await page.goto("about:blank");
  const disguised = await disguisedImages();
  for (const name of [
    "png with a gamma",
    "png with a small gamma",
    "png with other primaries",
    "png in HDR",
    "jpeg with two profiles",
    "avif in HDR",
  ]) {
    const bytes = disguised[name] ?? Buffer.alloc(0);
    expect.soft(await problemOf(bytes), name).not.toBeNull();
    expect.soft(await differenceOf(page, bytes), name).toBeGreaterThan(10 * DIFFERENCE_MAX);
  }
});
