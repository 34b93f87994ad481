import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@slipway-launchpad/client";
import { createClips } from "../../setup/video/make-clip";
import { openConsole } from "../support/admin";
import {
  CHAIN,
  decide,
  decideByName,
  decisionOf,
  entryOf,
  launchModerated,
  measure,
  newVisitor,
  reportAs,
} from "../support/moderation";
import { expect, newCaller, test } from "../support/test";

const PAGE = "/admin/moderation";

let folder: string;
let bytes: Uint8Array<ArrayBuffer>;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-removed-clips-"));
  // No other test has its images, which are refused while it is removed.
  bytes = await createClips(folder).bytes("fractal.mp4");
});
test.afterAll(() => rm(folder, { recursive: true }));

/** Uploads the clip and waits until it may be used. */
async function uploadClip(site: string): Promise<string> {
  const client = createClient({ baseUrl: site, headers: { "x-forwarded-for": newCaller() } });
  const { uploadURL, videoUID } = await client.uploadVideo({});
  await client.sendVideo(uploadURL, new Blob([bytes], { type: "video/mp4" }));
  await client.waitForVideo(videoUID);
  return videoUID;
}

test.describe("a removed video", () => {
  // Its playlist and thumbnail, while a page still requests them.
  test.use({ expectedProblem: /451/ });

  for (const role of ["moderator", "operator"] as const) {
    test(`a ${role} removes a reported video: no address serves it, and serves it again`, async ({
      page,
      browser,
      site,
    }) => {
      test.slow();
      const videoUID = await uploadClip(site);
      const { name, token } = await launchModerated(site, `Filmed for ${role}`, { videoUID });
      await reportAs(site, token, { kind: "video" });
      const own = await newVisitor(browser, site);
      await own.goto(`/${CHAIN}/${token}`);
      const play = own.getByRole("button", { name: `Play: Video of ${name}` });
      await expect(play).toBeVisible();
      const isServed = async () => {
        const headers = { "x-forwarded-for": newCaller() };
        return (await fetch(`${site}/videos/${videoUID}/stream.m3u8`, { headers })).status === 200;
      };
      expect(await isServed()).toBe(true);

      await openConsole(page, role, PAGE);
      const entry = entryOf(page, name, "video");
      await expect(entry).toContainText(videoUID);
      const remove = entry.getByRole("button", { name: "Remove video…" });
      await measure(
        page,
        `video.remove by a ${role}`,
        () => decide(page, remove, "Remove video", "copyright"),
        { "video file": async () => !(await isServed()) },
      );
      await expect(entry).toHaveCount(0);
      await own.reload();
      const notice = own.getByRole("region", { name: "Moderation" });
      await expect(notice).toContainText("has removed the video of this token");
      await expect(play).toHaveCount(0);

      const decision = decisionOf(page, videoUID);
      await decide(page, decision.getByRole("button"), "Restore video", null);
      await expect(decision).toHaveCount(0);
      await expect.poll(isServed).toBe(true);
      await own.reload();
      await expect(play).toBeVisible();
      await expect(notice).toHaveCount(0);
    });
  }

  test("a moderator removes a video by its ID, without a report", async ({ page, site }) => {
    const videoUID = await uploadClip(site);
    await openConsole(page, "moderator", PAGE);
    await decideByName(page, "video", { name: "Video ID", value: videoUID }, "Remove video");
    const decision = decisionOf(page, videoUID);
    await decide(page, decision.getByRole("button"), "Restore video", null);
    await expect(decision).toHaveCount(0);
  });
});
