import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { streamMarket } from "@slipway-launchpad/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createS3Store } from "@/lib/drivers/storage/s3";
import { childEnv } from "@/lib/env";
import { launchAccepted, launchStatus } from "@/lib/features/launch/schema/answers";
import { imageAnswer } from "@/lib/features/media/schema";
import { accountAnswer } from "@/lib/features/users/schema";
import { freePort } from "@/sandbox/process/free-port";
import { waitUntil } from "@/sandbox/process/wait-until";
import { newCaller, request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { askForLink, linkIn, pressLink } from "../../setup/api/sign-in";
import { type Browser, createBrowser } from "../../setup/create-browser";
import { type Cluster, startCluster, type WebNode } from "../../setup/database/start-cluster";
import { dataUri, draw } from "../../setup/media/images";
import { createClips } from "../../setup/video/make-clip";
import { askForUpload, formOf, send, untilDone } from "../../setup/video/uploads";

const CHAIN = "base-sepolia";
const EMAIL = "ada@example.com";
const LONG_MS = 120_000;

let cluster: Cluster;
let first: WebNode;
let second: WebNode;
let folder: string;
/** A signed-in browser, whose requests go to the node that a test names. */
let browser: Browser;
let node: WebNode;
let wallet: string;
let image: string;
let video: string;
/** Names of the launches that a client of the balancer has received, in their order. */
const streamed: string[] = [];
const leaving = new AbortController();
let reading: Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-nodes-"));
  cluster = await startCluster(CHAIN);
  [first, second] = cluster.nodes;
  const caller = newCaller();
  browser = createBrowser(cluster.url, (sent) => {
    const { pathname, search } = new URL(sent.url);
    const there = new Request(`${node.url}${pathname}${search}`, sent);
    there.headers.set("x-forwarded-for", caller);
    return fetch(there);
  });
  let isConnected = false;
  reading = (async () => {
    const { signal } = leaving;
    const onConnection = (isNow: boolean) => {
      isConnected ||= isNow;
    };
    const headers = { "x-forwarded-for": newCaller() };
    const options = { baseUrl: cluster.url, headers, signal, onConnection };
    for await (const event of streamMarket(CHAIN, options)) {
      if (event.event === "launch") streamed.push(event.data.name);
    }
  })();
  expect(await waitUntil(async () => isConnected, { timeoutMs: LONG_MS, everyMs: 50 })).toBe(true);
}, 2 * LONG_MS);
afterAll(async () => {
  leaving.abort();
  await reading;
  await cluster?.stop();
  await rm(folder, { recursive: true });
});

const read = async (baseUrl: string, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${baseUrl}${path}`, {
    headers: { "x-forwarded-for": newCaller(), ...headers },
  });
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

const pictureOf = async (width: number) => dataUri(await draw(width, 200).png().toBuffer());

/** @returns the image's path */
async function uploadImage(width: number, { url: baseUrl }: WebNode): Promise<string> {
  const body = { base64Image: await pictureOf(width) };
  const answer = await request("/api/v1/upload-image", { body, baseUrl });
  return `/ipfs/${imageAnswer.parse(answer.body).ipfsHash}`;
}

/** Requests a URL from one node, and sends the file to another. */
async function uploadClip(asked: WebNode, receiver: WebNode): Promise<string> {
  const bytes = Uint8Array.from(await createClips(folder).bytes("plain.mp4"));
  const { uid, path } = await askForUpload({}, asked.url);
  expect(await send(path, formOf(bytes), receiver.url)).toMatchObject({
    status: 200,
    body: { uid },
  });
  return uid;
}

/** Launches a token whose creator is Ada. @returns the job and the wallet that was assigned to her */
async function launch(through: WebNode, name: string) {
  const body = launchBody({ name, creatorEmail: EMAIL, imageIpfs: image?.split("/").at(-1) });
  const answer = await request(`/api/v1/${CHAIN}/launch-memecoin`, { body, baseUrl: through.url });
  expect(answer.status, answer.text).toBe(200);
  const { jobId } = launchAccepted.parse(answer.body);
  return { jobId, address: String(Object(answer.body).walletProvider.address) };
}

/** Waits until the job is completed and the stream has shown its token, once. */
async function expectLaunched(jobId: string, name: string, through: WebNode): Promise<void> {
  const isCompleted = async () => {
    const path = `/api/v1/launch-status/${jobId}`;
    const { status, body } = await request(path, { baseUrl: through.url });
    expect(status).toBe(200);
    return launchStatus.parse(body).state === "completed" && streamed.includes(name);
  };
  const isDone = await waitUntil(isCompleted, { timeoutMs: LONG_MS, everyMs: 100 });
  expect(isDone, cluster.output()).toBe(true);
  expect(streamed.filter((one) => one === name)).toEqual([name]);
}

/** The wallets of the signed-in browser's account, according to a node. */
async function walletsAt(through: WebNode) {
  node = through;
  const response = await browser.request("/api/account");
  expect(response.status).toBe(200);
  return accountAnswer.parse(await response.json()).account.wallets;
}

describe("two web nodes with different disks", () => {
  it("serve an image that the other node received", async () => {
    image = await uploadImage(300, second);
    const [one, other] = [await read(first.url, image), await read(second.url, image)];
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.bytes.equals(other.bytes)).toBe(true);
    expect((await read(first.url, `${image}?w=64`)).status).toBe(200);
  });

  it("assign the same wallet to the same email, and stream each other's launches", async () => {
    const jobs = [await launch(first, "Of the first"), await launch(second, "Of the second")];
    expect(new Set(jobs.map(({ address }) => address)).size).toBe(1);
    wallet = jobs[0]?.address ?? "";
    await expectLaunched(jobs[0]?.jobId ?? "", "Of the first", second);
    await expectLaunched(jobs[1]?.jobId ?? "", "Of the second", first);
  });

  it("accept the sign-in link that the other node sent, and each other's sessions", async () => {
    node = first;
    expect((await askForLink(browser, EMAIL)).status).toBe(200);
    const [mail = ""] = cluster.mail.mailsTo(EMAIL);
    node = second;
    expect((await pressLink(browser, linkIn(mail))).status).toBe(200);
    for (const one of cluster.nodes) {
      expect(await walletsAt(one)).toMatchObject([{ address: wallet, managed: true }]);
    }
  });

  it("process a video that another node received, and play it", async () => {
    video = await uploadClip(first, second);
    expect((await untilDone(video, second.url, LONG_MS)).state).toBe("nsfw_approved");
    for (const { url, dataDir } of cluster.nodes) {
      await expectPlayable(url, video);
      expect(await readdir(dataDir)).not.toContain("videos");
    }
  });

  it("answer 503 while the bucket does not respond, and serve what they have read", async () => {
    const fresh = await uploadImage(301, first);
    cluster.s3.pause();
    try {
      expect((await read(second.url, `/videos/${video}/stream.m3u8`)).status).toBe(200);
      expect((await read(second.url, image)).status).toBe(200);
      expect((await read(second.url, fresh)).status).toBe(503);
      const body = { base64Image: await pictureOf(302) };
      const answer = await request("/api/v1/upload-image", { body, baseUrl: second.url });
      expect(answer).toMatchObject({ status: 503, body: { code: "dependency_unavailable" } });
    } finally {
      cluster.s3.resume();
    }
    expect((await read(second.url, fresh)).status).toBe(200);
  });

  it.each(["first", "second"])("lose nothing when the %s is killed", async (name) => {
    const [killed, left] = name === "first" ? [first, second] : [second, first];
    const title = `While the ${name} is gone`;
    const earlier = await launch(killed, `Accepted by the ${name}`);
    const clip = await uploadClip(left, killed);
    await killed.kill();
    const later = await launch(left, title);
    expect(later.address).toBe(wallet);
    expect(await walletsAt(left)).toMatchObject([{ address: wallet, managed: true }]);
    expect((await read(left.url, image)).status).toBe(200);
    await expectPlayable(left.url, video);
    await expectLaunched(earlier.jobId, `Accepted by the ${name}`, left);
    await expectLaunched(later.jobId, title, left);
    expect((await untilDone(clip, left.url, LONG_MS)).state).toBe("nsfw_approved");
    await expectPlayable(left.url, clip);
    await killed.start();
    expect(await walletsAt(killed)).toMatchObject([{ address: wallet, managed: true }]);
    await expectPlayable(killed.url, clip);
  });

  it("refuse a third one that would store files on a disk of its own", async () => {
    const dataDir = join(folder, "third");
    await mkdir(dataDir);
    const own = { DATA_DIR: dataDir, PORT: String(await freePort()) };
    const child = spawn(process.execPath, ["dist/server.mjs"], {
      env: { ...childEnv({}), ...cluster.variables, ...own, NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
    expect(code).toBe(1);
    expect(output).toMatch(/S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY/);
  });

  it("take over local files that a command copies into the bucket", async () => {
    const dataDir = join(folder, "before");
    await mkdir(join(dataDir, "videos", "v", "public"), { recursive: true });
    await writeFile(join(dataDir, "videos", "v", "public", "init.mp4"), "moved");
    const child = spawn(process.execPath, ["dist/storage.mjs", "copy", "--to", "s3"], {
      env: childEnv({ ...cluster.s3.variables, DATA_DIR: dataDir, NODE_ENV: "production" }),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const output = await text(child.stdout);
    expect(output).toContain("1 files copied to s3 (5 bytes), 0 were there already");
    expect(await createS3Store(cluster.s3.options).has("videos/v/public/init.mp4")).toBe(true);
  });
});
