import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createS3Store } from "@/lib/drivers/storage/s3";
import { childEnv } from "@/lib/env";
import { imageAnswer } from "@/lib/features/media/schema";
import { freePort } from "@/sandbox/process/free-port";
import { waitUntil } from "@/sandbox/process/wait-until";
import { request } from "../../setup/api";
import { dataUri, draw } from "../../setup/media/images";
import { pidOf } from "../../setup/media/stored-files";
import { type RunningS3, startS3 } from "../../setup/s3/start-s3";
import { isHealthy, type Stack, startStack } from "../../setup/start-stack";
import { createClips } from "../../setup/video/make-clip";
import { askForUpload, formOf, send, untilDone } from "../../setup/video/uploads";

const LONG_MS = 120_000;

/** A launchpad with its web node, and a second web node with another disk. */
let stack: Stack;
let s3: RunningS3;
let folder: string;
let second: ChildProcess;
let secondUrl: string;
let third: { exit: Promise<unknown[]>; output: Promise<string> };

/** The variables of the first web node, except where it stores files. */
async function sharedVariables(): Promise<Record<string, string>> {
  const pid = await pidOf(stack.dataDir, "web");
  const entries = (await readFile(`/proc/${pid}/environ`, "utf8"))
    .split("\0")
    .map((line): [string, string] => {
      const at = line.indexOf("=");
      return [line.slice(0, at), line.slice(at + 1)];
    });
  return Object.fromEntries(entries.filter(([name]) => !name.startsWith("S3_") && name !== ""));
}

const collectText = (output: Readable | null) =>
  output === null ? Promise.resolve("") : text(output);

async function startNode(
  name: string,
  variables: Record<string, string>,
): Promise<{ child: ChildProcess; url: string }> {
  const [dataDir, port] = [join(folder, name), await freePort()];
  await mkdir(dataDir);
  const own = { ...variables, DATA_DIR: dataDir, PORT: String(port) };
  const child = spawn(process.execPath, ["dist/server.mjs"], {
    env: { ...childEnv({}), ...(await sharedVariables()), ...own, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  return { child, url: `http://127.0.0.1:${port}` };
}

const read = async (baseUrl: string, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${baseUrl}${path}`, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, bytes, headers: response.headers };
};

async function expectPlayable(baseUrl: string, uid: string): Promise<void> {
  const playlist = await read(baseUrl, `/videos/${uid}/stream.m3u8`);
  expect(playlist.status).toBe(200);
  const [segment = ""] = /^segment-.+$/m.exec(playlist.bytes.toString()) ?? [];
  const whole = await read(baseUrl, `/videos/${uid}/${segment}`);
  expect(whole.status).toBe(200);
  expect(whole.headers.get("cache-control")).toContain("immutable");
  const part = await read(baseUrl, `/videos/${uid}/${segment}`, { range: "bytes=10-29" });
  expect([part.status, part.headers.get("content-range")]).toEqual([
    206,
    `bytes 10-29/${whole.bytes.length}`,
  ]);
  expect(part.bytes.equals(whole.bytes.subarray(10, 30))).toBe(true);
  expect((await read(baseUrl, `/videos/${uid}/thumbnail.jpg`)).status).toBe(200);
}

async function uploadClip(baseUrl: string): Promise<string> {
  const bytes = Uint8Array.from(await createClips(folder).bytes("plain.mp4"));
  const { uid, path } = await askForUpload({}, stack.baseUrl);
  expect(await send(path, formOf(bytes), baseUrl)).toMatchObject({ status: 200, body: { uid } });
  return uid;
}

/** Reads the variables of a running process, which only Linux shows. */
describe.skipIf(process.platform !== "linux")("two web nodes with different disks", () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "slipway-nodes-"));
    s3 = await startS3();
    stack = await startStack(s3.variables);
    const started = await startNode("second", s3.variables);
    [second, secondUrl] = [started.child, started.url];
    const output = collectText(second.stdout);
    const exited = once(second, "exit").then(async () => {
      throw new Error(`The second node ended: ${await output}`);
    });
    // Without a bucket; it has a while to notice the others.
    const without = await startNode("third", {});
    third = { exit: once(without.child, "exit"), output: collectText(without.child.stdout) };
    exited.catch(() => undefined);
    const isUp = waitUntil(() => isHealthy(secondUrl), { timeoutMs: LONG_MS, everyMs: 50 });
    await Promise.race([isUp, exited]);
  });
  afterAll(async () => {
    second.kill("SIGKILL");
    await stack.stop();
    await s3.stop();
    await rm(folder, { recursive: true });
  });

  let image: string;
  let video: string;

  it("serves an image from the other node", async () => {
    const body = { base64Image: dataUri(await draw(300, 200).png().toBuffer()) };
    const answer = await request("/api/v1/upload-image", { body, baseUrl: secondUrl });
    image = `/ipfs/${imageAnswer.parse(answer.body).ipfsHash}`;
    const [first, other] = [await read(stack.baseUrl, image), await read(secondUrl, image)];
    expect([first.status, other.status]).toEqual([200, 200]);
    expect(first.bytes.equals(other.bytes)).toBe(true);
    expect((await read(stack.baseUrl, `${image}?w=64`)).status).toBe(200);
  });

  it("processes a video that another node received, and plays it from both", async () => {
    // Asks the first node for a URL and sends the file to the second. The engine calls the first.
    video = await uploadClip(secondUrl);
    expect((await untilDone(video, secondUrl, LONG_MS)).state).toBe("nsfw_approved");
    await expectPlayable(secondUrl, video);
    await expectPlayable(stack.baseUrl, video);
    for (const dataDir of [stack.dataDir, join(folder, "second")]) {
      expect(await readdir(dataDir)).not.toContain("videos");
    }
  });

  it("answers 503 while the store does not respond, and serves what it has read", async () => {
    const other = await uploadClip(stack.baseUrl);
    await untilDone(other, stack.baseUrl, LONG_MS);
    s3.pause();
    try {
      expect((await read(secondUrl, `/videos/${video}/stream.m3u8`)).status).toBe(200);
      expect((await read(secondUrl, image)).status).toBe(200);
      expect((await read(secondUrl, `/videos/${other}/stream.m3u8`)).status).toBe(503);
      const body = { base64Image: dataUri(await draw(301, 200).png().toBuffer()) };
      const answer = await request("/api/v1/upload-image", { body, baseUrl: secondUrl });
      expect(answer).toMatchObject({ status: 503, body: { code: "dependency_unavailable" } });
    } finally {
      s3.resume();
    }
    expect((await read(secondUrl, `/videos/${other}/stream.m3u8`)).status).toBe(200);
  });

  it("does not start a node that would store files on a disk of its own", async () => {
    const [code] = await third.exit;
    expect(code).toBe(1);
    expect(await third.output).toMatch(/S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY/);
  });

  it("copies local files into the bucket by a command", async () => {
    const dataDir = join(folder, "before");
    await mkdir(join(dataDir, "videos", "v", "public"), { recursive: true });
    await writeFile(join(dataDir, "videos", "v", "public", "init.mp4"), "moved");
    const child = spawn(process.execPath, ["dist/storage.mjs", "copy", "--to", "s3"], {
      env: childEnv({ ...s3.variables, DATA_DIR: dataDir, NODE_ENV: "production" }),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const output = await text(child.stdout);
    expect(output).toContain("1 files copied to s3 (5 bytes), 0 were there already");
    expect(await createS3Store(s3.options).has("videos/v/public/init.mp4")).toBe(true);
  });

  it("finishes a video whose receiver was killed, and serves it without that node", async () => {
    const uid = await uploadClip(secondUrl);
    second.kill("SIGKILL");
    expect((await untilDone(uid, stack.baseUrl, LONG_MS)).state).toBe("nsfw_approved");
    await expectPlayable(stack.baseUrl, uid);
    await expectPlayable(stack.baseUrl, video);
  });
});
