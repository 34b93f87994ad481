import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { request as open } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pidOf } from "../../setup/media/stored-files";
import { isHealthy, type Stack, startStack } from "../../setup/stack/start-stack";
import { type ClipName, createClips } from "../../setup/video/make-clip";
import { askForUpload, formOf, send, untilDone } from "../../setup/video/uploads";

/** The engine repeats a step after growing pauses; each wait ends as soon as its condition holds. */
const LONG_MS = 300_000;
/** Much shorter than any processing step. */
const LOOK_MS = 3;

let stack: Stack;
let folder: string;
let clips: ReturnType<typeof createClips>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-clips-"));
  clips = createClips(folder);
  stack = await startStack();
});
afterAll(async () => {
  await stack.stop();
  await rm(folder, { recursive: true });
});

async function until(isThere: () => Promise<boolean>, pauseMs = LOOK_MS): Promise<void> {
  const deadline = Date.now() + LONG_MS;
  while (!(await isThere())) {
    if (Date.now() > deadline) throw new Error("It did not happen in time");
    await sleep(pauseMs);
  }
}

/** The files of a video on disk. */
const filesOf = (uid: string) => readdir(join(stack.dataDir, "videos", uid)).catch(() => []);
const namesIn = (name: string) => readdir(join(stack.dataDir, name)).catch(() => []);
/** The same, and its work in progress. */
const tracesOf = async (uid: string) => [
  ...(await filesOf(uid)),
  ...(await namesIn("work")).filter((name) => name.includes(uid)),
];

/** Kills a process and waits until the supervisor has restarted it. */
async function crash(part: "web" | "engine"): Promise<void> {
  const pid = await pidOf(stack.dataDir, part);
  process.kill(pid, "SIGKILL");
  const isBack = async () =>
    (await pidOf(stack.dataDir, part)) !== pid && (await isHealthy(stack.baseUrl));
  await until(isBack, 50);
}

/** Programs that read an uploaded file; the shell that limits them is not counted. */
async function encodersAtWork(): Promise<number> {
  const { stdout } = await promisify(execFile)("ps", ["-axo", "command"]);
  // The isolated program has another name.
  const isOurs = (line: string) =>
    /^(\S*ffmpeg|\/program) /.test(line) && line.includes(stack.dataDir);
  return stdout.split("\n").filter((line) => isOurs(line) && !/\bsh -c /.test(line)).length;
}

async function watch(uid: string): Promise<void> {
  const file = (name: string) => fetch(`${stack.baseUrl}/videos/${uid}/${name}`);
  const playlist = await (await file("stream.m3u8")).text();
  expect(playlist).toContain("#EXT-X-ENDLIST");
  const parts = [...playlist.matchAll(/^segment-.+$/gm)].map(([name]) => name);
  expect(parts.length).toBeGreaterThan(0);
  for (const name of ["init.mp4", ...parts]) expect((await file(name)).status).toBe(200);
}

const startsWith = (prefix: string) => (name: string) => name.startsWith(prefix);

/** The processing step in which the process dies, and the file that shows that step. */
const STEPS: [string, "web" | "engine", ClipName, (name: string) => boolean][] = [
  ["while a clip is encoded", "web", "slow.webm", startsWith("work-")],
  ["while it is looked at", "web", "clip.webm", startsWith("stream")],
  ["while it is published", "web", "plain.mp4", startsWith("public")],
  ["while a refused one is removed", "web", "cut.mp4", startsWith("refused.json")],
  ["while a clip is encoded", "engine", "slow.webm", startsWith("work-")],
];

it("encodes one video at a time and queues the others", {
  timeout: LONG_MS,
}, async () => {
  const bytes = Uint8Array.from(await clips.bytes("rotated.mp4"));
  const uploads = Array.from({ length: 3 }, async () => {
    const { uid, path } = await askForUpload({}, stack.baseUrl);
    expect((await send(path, formOf(bytes), stack.baseUrl)).status).toBe(200);
    return untilDone(uid, stack.baseUrl, LONG_MS);
  });
  let isDone = false;
  const all = Promise.all(uploads).finally(() => {
    isDone = true;
  });
  const counts = new Set<number>();
  while (!isDone) counts.add(await encodersAtWork());
  expect((await all).map(({ state }) => state)).toEqual(Array(3).fill("nsfw_approved"));
  expect([...counts].toSorted()).toEqual([0, 1]);
});

describe("kill -9 during video processing", () => {
  let begun: { uid: string; path: string };
  beforeAll(async () => {
    begun = await askForUpload({}, stack.baseUrl);
    const upload = open(`${stack.baseUrl}${begun.path}`, {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=x", "content-length": 1_000_000 },
    });
    // The first crash ends the video.
    upload.on("error", () => undefined);
    upload.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n');
    upload.write(Buffer.alloc(100_000));
    await until(async () => (await namesIn("incoming")).length > 0);
  });

  it.each(STEPS)(
    "%s: the %s is killed and the video reaches the right state",
    { timeout: LONG_MS },
    async (...step) => {
      const [, part, name, isInStep] = step;
      const bytes = Uint8Array.from(await clips.bytes(name));
      const { uid, path } = await askForUpload({}, stack.baseUrl);
      expect((await send(path, formOf(bytes), stack.baseUrl)).status).toBe(200);
      await until(async () => (await tracesOf(uid)).some(isInStep));
      const back = crash(part);
      if (part === "web") await until(async () => (await encodersAtWork()) === 0, 25);
      await back;
      const { state } = await untilDone(uid, stack.baseUrl, LONG_MS);
      const isRefused = name === "cut.mp4";
      expect(state).toBe(isRefused ? "error" : "nsfw_approved");
      const left = isRefused ? [] : ["public"];
      await until(async () => (await filesOf(uid)).join() === left.join(), 50);
      if (!isRefused) await watch(uid);
    },
  );

  it("accepts a new upload to the same URL after a crash during the first, and removes the partial file", {
    timeout: LONG_MS,
  }, async () => {
    const bytes = Uint8Array.from(await clips.bytes("plain.mp4"));
    const isTaken = async () => {
      const { status, body } = await send(begun.path, formOf(bytes), stack.baseUrl);
      if (status !== 200) expect({ status, body }).toMatchObject({ status: 409 });
      return status === 200;
    };
    await until(isTaken, 500);
    const { state } = await untilDone(begun.uid, stack.baseUrl);
    expect(state).toBe("nsfw_approved");
    await until(async () => (await filesOf(begun.uid)).join() === "public", 50);
    await watch(begun.uid);
  });

  it("leaves no unreferenced files and no encoder process", { timeout: LONG_MS }, async () => {
    // The next video removes the folders of killed processes, once nothing has renewed them for a while.
    for (const name of await namesIn("work")) await utimes(join(stack.dataDir, "work", name), 0, 0);
    const { uid: next, path } = await askForUpload({}, stack.baseUrl);
    const bytes = Uint8Array.from(await clips.bytes("plain.mp4"));
    expect((await send(path, formOf(bytes), stack.baseUrl)).status).toBe(200);
    expect((await untilDone(next, stack.baseUrl)).state).toBe("nsfw_approved");
    await until(async () => (await filesOf(next)).join() === "public", 50);
    const kept = await readdir(join(stack.dataDir, "videos"));
    for (const uid of kept) expect(await filesOf(uid)).toEqual(["public"]);
    // Three from the queue, one per approved step, the one with the interrupted upload, and the one above.
    expect(kept).toHaveLength(4 + STEPS.length);
    expect(await namesIn("work")).toEqual([]);
    expect(await encodersAtWork()).toBe(0);
  });
});
