import { expect, it } from "vitest";
import { createImages } from "@/lib/drivers/images/create-images";
import { findColorProblem } from "@/lib/features/media/rules/shown-colors";
import { disguisedImages, ordinaryImages } from "../../setup/media/colored-images";

const images = createImages();

async function problemsOf(all: Record<string, Buffer>): Promise<Record<string, string | null>> {
  const found = Object.entries(all).map(async ([name, bytes]) => {
    const format = await images.inspect(bytes);
    const profile = await images.readProfile(bytes, format);
    return [name, findColorProblem(format, bytes, profile)] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

it("images of phones, editors and encoders have no problem", async () => {
  const problems = await problemsOf(await ordinaryImages());
  expect(Object.entries(problems).filter(([, problem]) => problem !== null)).toEqual([]);
});

it("each image that browsers may show in other colors has one", async () => {
  expect(await problemsOf(await disguisedImages())).toMatchInlineSnapshot(`
    {
      "avif in HDR": "colors that are not sRGB or Display P3",
      "avif with an unknown property": "a structure that browsers may show differently",
      "avif with linear light": "colors that are not sRGB or Display P3",
      "cmyk jpeg": "CMYK colors",
      "jpeg that claims RGB": "RGB colors in a JPEG",
      "jpeg with a gain map": "an HDR gain map, which shows another picture on HDR screens",
      "jpeg with a gain map in XMP": "an HDR gain map, which shows another picture on HDR screens",
      "jpeg with a profile in parts": "an unusual color profile",
      "jpeg with an ISO gain map": "an HDR gain map, which shows another picture on HDR screens",
      "jpeg with an inverted profile": "an unusual color profile",
      "jpeg with two profiles": "several color profiles",
      "png in HDR": "a color setting that browsers apply (cICP)",
      "png with HDR metadata": "a color setting that browsers apply (mDCV)",
      "png with a damaged profile": "a color profile that cannot be read",
      "png with a dark profile": "an unusual color profile",
      "png with a gamma": "a color setting that browsers apply (gAMA)",
      "png with a late gamma": "a color setting that browsers apply (gAMA)",
      "png with a small gamma": "a color setting that browsers apply (gAMA)",
      "png with an inverted profile": "an unusual color profile",
      "png with linear light": "a color setting that browsers apply (cICP)",
      "png with other primaries": "a color setting that browsers apply (cHRM)",
      "png with swapped primaries": "an unusual color profile",
      "png with two gammas": "a color setting that browsers apply (gAMA)",
      "png with two profiles": "a color setting that browsers apply (iCCP)",
    }
  `);
});

it("uploads are stored without what browsers would apply", async () => {
  for (const [name, bytes] of Object.entries(await disguisedImages())) {
    const { bytes: stored } = await images.clean(bytes, await images.inspect(bytes));
    const format = await images.inspect(stored);
    const profile = await images.readProfile(stored, format);
    expect(findColorProblem(format, stored, profile), name).toBeNull();
  }
});
