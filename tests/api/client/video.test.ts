import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, VideoRefusedError } from "@slipway-launchpad/client";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { newCaller } from "../../setup/api/api";
import { runProgram } from "../../setup/run-program";
import { createClips } from "../../setup/video/make-clip";

let folder: string;
let clip: string;
let text: string;
/** Begins like a video, and ends after its first bytes. */
let damaged: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-clips-"));
  clip = await createClips(folder).clip("silent.mov");
  text = join(folder, "text.mp4");
  await writeFile(text, "just words");
  damaged = join(folder, "damaged.mov");
  await writeFile(damaged, (await readFile(clip)).subarray(0, 500));
});
afterAll(() => rm(folder, { recursive: true }));

describe("video uploads with the client", () => {
  const client = () =>
    createClient({ baseUrl: inject("baseUrl"), headers: { "x-forwarded-for": newCaller() } });
  /** The service returns URLs with its public address; the tests reach it on loopback. */
  const reachable = (url: string) => `${inject("baseUrl")}${new URL(url).pathname}`;

  it("uploads a video and waits until it is approved", async () => {
    const { uploadURL, videoUID } = await client().uploadVideo({ userId: "client" });
    await client().sendVideo(reachable(uploadURL), new Blob([await readFile(clip)]));
    const states: string[] = [];
    const video = await client().waitForVideo(videoUID, {
      onUpdate: ({ state }) => states.push(state),
    });
    expect(video).toMatchObject({ uid: videoUID, state: "nsfw_approved" });
    expect(states.at(-1)).toBe("nsfw_approved");
    const { videos } = await client().listVideos({ userId: "client" });
    expect(videos.map(({ uid }) => uid)).toContain(videoUID);
  });

  it("reports why a video was rejected and that its upload URL is used", async () => {
    const { uploadURL, videoUID } = await client().uploadVideo();
    const words = client().sendVideo(reachable(uploadURL), new Blob(["just words"]));
    await expect(words).rejects.toMatchObject({ status: 400 });
    const file = new Blob([await readFile(damaged)]);
    await client().sendVideo(reachable(uploadURL), file);
    await expect(client().waitForVideo(videoUID)).rejects.toThrow(VideoRefusedError);
    await expect(client().sendVideo(reachable(uploadURL), file)).rejects.toMatchObject({
      status: 409,
      code: "upload_used",
    });
  });
});

describe("slipway video", () => {
  const slipway = (...args: string[]) =>
    runProgram(["packages/cli/bin/slipway.js", "video", ...args, "--url", inject("baseUrl")]);

  it("uploads a file and waits for it", async () => {
    const { code, stdout } = await slipway(clip, "--wait", "--json");
    expect(code).toBe(0);
    const video: unknown = JSON.parse(stdout);
    expect(video).toMatchObject({ state: "nsfw_approved", width: 320, height: 180 });
  });

  it("exits with 1 for a rejected file and with 2 for a missing file", async () => {
    const refusals = [
      [text, "not a video"],
      [damaged, "contains no video"],
    ] as const;
    for (const [file, stderr] of refusals) {
      const refused = await slipway(file, "--wait");
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(stderr) });
    }
    expect((await slipway(join(folder, "none.mp4"))).code).toBe(2);
    expect((await slipway()).code).toBe(2);
  });
});
