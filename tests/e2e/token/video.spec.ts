import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { type ClipName, createClips } from "../../setup/video/make-clip";
import { seriousViolations } from "../support/axe";
import { expect, sidewaysOverflow, test } from "../support/test";
import { goOn, launchFromEarnings, nameToken } from "../support/wizard";

const UPLOAD_MS = 60_000;

let folder: string;
let clips: ReturnType<typeof createClips>;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-clips-"));
  clips = createClips(folder);
});
test.afterAll(() => rm(folder, { recursive: true }));

async function giveVideo(page: Page, path: string): Promise<void> {
  await page.getByLabel("Choose an image or video").setInputFiles(path);
  await expect(page.getByText("Uploaded")).toBeVisible({ timeout: UPLOAD_MS });
}

/** Presses play and waits until the video plays. Returns its size. */
async function play(page: Page): Promise<{ width: number; height: number }> {
  await page.getByRole("button", { name: /^Play: / }).click();
  const video = page.locator("video");
  const shown = () =>
    video.evaluate((element) => {
      if (!(element instanceof HTMLVideoElement)) throw new Error("no video");
      const { currentTime, videoWidth: width, videoHeight: height, src } = element;
      return { currentTime, width, height, src };
    });
  await expect.poll(async () => (await shown()).currentTime).toBeGreaterThan(0.5);
  const { width, height, src } = await shown();
  // Media of a player in the page has such an address; a browser's own player has the playlist's.
  expect(src).toMatch(/^blob:/);
  return { width, height };
}

test("a video launched with the wizard plays on the token page", async ({ page }) => {
  test.setTimeout(150_000);
  const name = `Moving ${Date.now()}`;
  await page.goto("/launch");
  await nameToken(page, { name });
  await giveVideo(page, await clips.clip("plain.mp4"));
  expect(await seriousViolations(page)).toEqual([]);
  await goOn(page, "Choose who earns fees");
  await page.getByRole("textbox", { name: "Email address" }).fill("ada@example.com");
  const address = await launchFromEarnings(page);
  await page.goto(`/base-sepolia/${address}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("button", { name: `Play: Video of ${name}` })).toBeVisible();
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await seriousViolations(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await sidewaysOverflow(page)).toBe(0);
  expect(await play(page)).toEqual({ width: 320, height: 180 });
});

const CLIPS: [ClipName, { width: number; height: number }][] = [
  ["rotated.mp4", { width: 180, height: 320 }],
  ["silent.mov", { width: 320, height: 180 }],
  ["clip.webm", { width: 160, height: 120 }],
];
for (const [clip, size] of CLIPS) {
  test(`${clip} plays before it is launched, upright`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.goto("/launch?step=media");
    await giveVideo(page, await clips.clip(clip));
    expect(await play(page)).toEqual(size);
  });
}

test("the player loads on click, not with the page", async ({ page }) => {
  test.setTimeout(120_000);
  const scripts = new Set<string>();
  page.on("response", (response) => {
    if (new URL(response.url()).pathname.endsWith(".js")) scripts.add(response.url());
  });
  await page.goto("/launch?step=media");
  await giveVideo(page, await clips.clip("plain.mp4"));
  const before = scripts.size;
  await play(page);
  expect(scripts.size).toBeGreaterThan(before);
});

test("rejects an invalid video with a message and accepts another file", async ({ page }) => {
  await page.goto("/launch?step=media");
  await page.getByLabel("Choose an image or video").setInputFiles({
    name: "fake.mp4",
    mimeType: "video/mp4",
    // The start of an MP4 file; others are rejected before they are processed.
    buffer: Buffer.from("\0\0\0\u0014ftyp, and no video"),
  });
  await expect(page.locator("form").getByRole("alert")).toContainText(
    /can’t be used.*contains no video/,
  );
  await expect(page.getByRole("button", { name: "Choose file" })).toBeEnabled();
});
