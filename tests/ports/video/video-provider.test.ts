import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createStorage } from "@/lib/drivers/storage/create-storage";
import { createCloudflareVideoProvider } from "@/lib/drivers/video/cloudflare";
import { createEmbeddedVideoProvider } from "@/lib/drivers/video/embedded";
import { locateFfmpeg } from "@/lib/drivers/video/ffmpeg/locate-ffmpeg";
import { probeVideo } from "@/lib/drivers/video/ffmpeg/probe-video";
import { createStoredVideos } from "@/lib/drivers/video/stored-videos";
import type { VideoProvider } from "@/lib/drivers/video/video-provider";
import { createUploadTickets } from "@/lib/features/video/store/create-upload-tickets";
import { toAppError } from "@/lib/shared/errors";
import { createLatch } from "../../setup/create-latch";
import { startTestDatabase } from "../../setup/database/postgres";
import { type RunningS3, startS3 } from "../../setup/s3/start-s3";
import {
  ACCOUNT,
  startFakeCloudflare,
  TOKEN,
  WEBHOOK_SECRET,
} from "../../setup/video/fake-cloudflare";
import { createClips } from "../../setup/video/make-clip";
import { testVideoProvider } from "./video-provider.suite";

let folder: string;
let clips: ReturnType<typeof createClips>;
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let bucket: RunningS3;
let fake: Awaited<ReturnType<typeof startFakeCloudflare>>;
/** Advanced by the tests of timeouts. */
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-video-"));
  clips = createClips(folder);
  [database, fake, bucket] = await Promise.all([
    startTestDatabase(),
    startFakeCloudflare(),
    startS3(),
  ]);
});
afterAll(async () => {
  await Promise.all([database.stop(), fake.stop(), bucket.stop()]);
  await rm(folder, { recursive: true });
});

const onDisk = () => createStorage({ dataDir: folder, s3: null });
const embedded = (
  storage = onDisk(),
  tickets = createUploadTickets(database.db, now),
): VideoProvider =>
  createEmbeddedVideoProvider({
    storage,
    ffmpeg: locateFfmpeg(undefined),
    tickets,
    probe: probeVideo,
    now,
    random: () => 0.3,
  });
const cloudflare = (token = TOKEN): VideoProvider =>
  createCloudflareVideoProvider({
    baseUrl: fake.apiUrl,
    accountId: ACCOUNT,
    token,
    webhookSecret: WEBHOOK_SECRET,
    now,
    random: () => 0.3,
  });

function formOf(bytes: Uint8Array, field: string): Response {
  const form = new FormData();
  form.set(field, new Blob([Uint8Array.from(bytes)]), "clip");
  return new Response(form);
}

/** Videos whose reservation was released after a failed upload. */
const released: string[] = [];
const release = async (uid: string) => void released.push(uid);

async function receive(provider: VideoProvider, uploadUrl: string, form: Response) {
  return provider.local?.receive({
    token: uploadUrl.split("/").at(-1) ?? "",
    contentType: form.headers.get("content-type"),
    body: form.body,
    reserve: async () => undefined,
    release,
    check: async () => undefined,
  });
}

testVideoProvider("videos on this machine", () => {
  const provider = embedded();
  return {
    provider,
    clip: clips.bytes,
    async send(uploadUrl, bytes, field = "file") {
      return receive(provider, uploadUrl, formOf(bytes, field)).then(
        () => 200,
        (error: unknown) => toAppError(error).status,
      );
    },
    finish: (uid, durationSecondsMax) => provider.prepare(uid, { durationSecondsMax }),
    canWatch: async (uid) => (await createStoredVideos(onDisk()).open(uid, "stream.m3u8")) !== null,
  };
});

testVideoProvider("videos in a bucket", () => {
  // Each call of a method may reach another node: none may depend on its own disk.
  const storageOf = (node: string) =>
    createStorage({ dataDir: join(folder, node), s3: bucket.options });
  const [receiver, encoder] = [embedded(storageOf("first")), embedded(storageOf("second"))];
  return {
    provider: receiver,
    clip: clips.bytes,
    async send(uploadUrl, bytes, field = "file") {
      return receive(receiver, uploadUrl, formOf(bytes, field)).then(
        () => 200,
        (error: unknown) => toAppError(error).status,
      );
    },
    finish: (uid, durationSecondsMax) => encoder.prepare(uid, { durationSecondsMax }),
    canWatch: async (uid) =>
      (await createStoredVideos(storageOf("second")).open(uid, "stream.m3u8")) !== null,
  };
});

testVideoProvider("Cloudflare Stream", () => ({
  provider: cloudflare(),
  clip: clips.bytes,
  async send(uploadUrl, bytes, field = "file") {
    const form = formOf(bytes, field);
    const headers = { "content-type": form.headers.get("content-type") ?? "" };
    const body = Buffer.from(await form.arrayBuffer());
    return (await fetch(uploadUrl, { method: "POST", headers, body })).status;
  },
  async finish(uid) {
    fake.encode(uid);
    fake.encode(uid);
  },
  async canWatch(uid) {
    return (await fetch(`${fake.apiUrl}/${uid}/manifest/video.m3u8`)).status === 200;
  },
}));

describe("uploads to this machine", () => {
  const some = new Uint8Array(100_000).fill(1);
  some.set(new TextEncoder().encode("....ftypisom"));
  const ask = (provider: VideoProvider, sizeBytesMax = 1_000_000) =>
    provider.createUpload({
      userId: "ada",
      durationSecondsMax: 300,
      sizeBytesMax,
      expiresAt: new Date(now().getTime() + 1_800_000),
    });
  const codeOf = (promise: Promise<unknown>) =>
    promise.then(
      () => "taken",
      (error: unknown) => toAppError(error).code,
    );

  it("returns 410 once the URL has expired", async () => {
    const provider = embedded();
    const { uid, uploadUrl } = await ask(provider);
    aheadMs = 1_800_001;
    try {
      expect(await codeOf(receive(provider, uploadUrl, formOf(some, "file")))).toBe(
        "upload_expired",
      );
      expect(await provider.get(uid)).toMatchObject({ state: "error" });
    } finally {
      aheadMs = 0;
    }
  });

  it("releases the URL when a claim expires, and keeps the later upload", async () => {
    const provider = embedded();
    const { uid, uploadUrl } = await ask(provider);
    let finishFirst = () => undefined as undefined;
    const stalled = new ReadableStream<Uint8Array>({
      start(controller) {
        finishFirst = () => {
          controller.enqueue(new TextEncoder().encode("\r\n--x--\r\n"));
          controller.close();
        };
        controller.enqueue(
          new TextEncoder().encode(
            '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n....ftyp',
          ),
        );
      },
    });
    let firstCode = Promise.resolve("not sent");
    // The claim precedes the reservation.
    await new Promise<void>((claimed) => {
      const first = provider.local?.receive({
        token: uploadUrl.split("/").at(-1) ?? "",
        contentType: "multipart/form-data; boundary=x",
        body: stalled,
        reserve: async () => claimed(),
        release,
        check: async () => undefined,
      });
      firstCode = codeOf(Promise.resolve(first));
    });
    expect(await codeOf(receive(provider, uploadUrl, formOf(some, "file")))).toBe("upload_used");
    aheadMs = 60_000;
    try {
      expect(await codeOf(receive(provider, uploadUrl, formOf(some, "file")))).toBe("taken");
    } finally {
      aheadMs = 0;
    }
    finishFirst();
    expect(await firstCode).toBe("upload_used");
    expect(released).not.toContain(uid);
  });

  it("stores nothing that it rejects, and no more than its limit", async () => {
    const provider = embedded();
    const { uid, uploadUrl } = await ask(provider, some.length - 1);
    const large = receive(provider, uploadUrl, formOf(some, "file"));
    expect(await codeOf(large)).toBe("payload_too_large");
    expect(released).toContain(uid);
    expect(await readdir(join(folder, "videos", uid)).catch(() => [])).toEqual([]);
    const fits = formOf(some.subarray(0, -1), "file");
    expect(await receive(provider, uploadUrl, fits)).toEqual({
      uid,
      sizeBytes: some.length - 1,
    });
  });

  it("accepts an upload whose ticket is used although the answer of the database was lost", async () => {
    const tickets = createUploadTickets(database.db, now);
    const lost = Object.assign(new Error("lost"), { code: "ECONNRESET" });
    let isCommitted = true;
    const provider = embedded(onDisk(), {
      ...tickets,
      async use(...args) {
        if (isCommitted) await tickets.use(...args);
        throw lost;
      },
    });
    const { uid, uploadUrl } = await ask(provider);
    expect(await receive(provider, uploadUrl, formOf(some, "file"))).toEqual({
      uid,
      sizeBytes: some.length,
    });
    expect(await provider.get(uid)).toMatchObject({ state: "processing" });
    isCommitted = false;
    const other = await ask(provider);
    const failed = receive(provider, other.uploadUrl, formOf(some, "file"));
    expect(await codeOf(failed)).toBe("dependency_unavailable");
    expect(await readdir(join(folder, "videos", other.uid)).catch(() => [])).toEqual([]);
    expect(await codeOf(receive(embedded(), other.uploadUrl, formOf(some, "file")))).toBe("taken");
  });

  it("keeps the reservation of a file that may be stored while the database does not respond", async () => {
    const tickets = createUploadTickets(database.db, now);
    const lost = () => Promise.reject(Object.assign(new Error("lost"), { code: "ECONNRESET" }));
    const provider = embedded(onDisk(), {
      ...tickets,
      renew: lost,
      release: lost,
      find: lost,
      async use(...args) {
        await tickets.use(...args);
        return lost();
      },
    });
    const { uid, uploadUrl } = await ask(provider);
    const failed = receive(provider, uploadUrl, formOf(some, "file"));
    expect(await codeOf(failed)).toBe("dependency_unavailable");
    expect(released).not.toContain(uid);
    expect(await embedded().get(uid)).toMatchObject({ state: "processing" });
  });

  it("removes the file of a failed upload, and reports why it failed, while the database is down", async () => {
    const lost = () => Promise.reject(Object.assign(new Error("lost"), { code: "ECONNRESET" }));
    const tickets = createUploadTickets(database.db, now);
    const provider = embedded(onDisk(), { ...tickets, release: lost, find: lost });
    const { uid, uploadUrl } = await ask(provider);
    const form = formOf(some, "file");
    const receiving = Promise.resolve(
      provider.local?.receive({
        token: uploadUrl.split("/").at(-1) ?? "",
        contentType: form.headers.get("content-type"),
        body: form.body,
        reserve: async () => undefined,
        release,
        check: () => Promise.reject(new Error("this file is refused")),
      }),
    );
    await expect(receiving).rejects.toThrow("this file is refused");
    expect(await readdir(join(folder, "videos", uid)).catch(() => [])).toEqual([]);
  });

  it.each(["the same process", "another process of the machine"])(
    "does not encode a video twice when its call is repeated in %s, while the first goes on",
    async (where) => {
      const tickets = createUploadTickets(database.db, now);
      const options = { storage: onDisk(), ffmpeg: locateFfmpeg(undefined), tickets, now };
      let probes = 0;
      const [begun, released] = [createLatch(), createLatch()];
      const create = () =>
        createEmbeddedVideoProvider({
          ...options,
          random: () => 0.3,
          async probe(...file) {
            probes += 1;
            begun.open();
            await released.opened;
            return probeVideo(...file);
          },
        });
      const provider = create();
      const { uid, uploadUrl } = await ask(provider);
      await receive(provider, uploadUrl, formOf(await clips.bytes("plain.mp4"), "file"));
      const first = provider.prepare(uid, { durationSecondsMax: 300 });
      await begun.opened;
      const repeated = where === "the same process" ? provider : create();
      await repeated.prepare(uid, { durationSecondsMax: 300 });
      expect(await repeated.get(uid)).toMatchObject({ state: "processing" });
      released.open();
      await first;
      await repeated.prepare(uid, { durationSecondsMax: 300 });
      expect(await repeated.get(uid)).toMatchObject({ state: "ready" });
      expect(probes).toBe(1);
    },
  );

  it("does not encode a video that another machine began to encode while the call waited for its turn", async () => {
    const tickets = createUploadTickets(database.db, now);
    let probes = 0;
    const create = () => {
      const [begun, released] = [createLatch(), createLatch()];
      const machine = createEmbeddedVideoProvider({
        storage: onDisk(),
        ffmpeg: locateFfmpeg(undefined),
        tickets,
        now,
        random: () => 0.3,
        async probe(...file) {
          probes += 1;
          begun.open();
          await released.opened;
          return probeVideo(...file);
        },
      });
      return { machine, begun, released };
    };
    const [busy, other] = [create(), create()];
    const upload = async () => {
      const { uid, uploadUrl } = await ask(busy.machine);
      await receive(busy.machine, uploadUrl, formOf(await clips.bytes("plain.mp4"), "file"));
      return uid;
    };
    const [earlier, uid] = [await upload(), await upload()];
    const first = busy.machine.prepare(earlier, { durationSecondsMax: 300 });
    await busy.begun.opened;
    const waiting = busy.machine.prepare(uid, { durationSecondsMax: 300 });
    const elsewhere = other.machine.prepare(uid, { durationSecondsMax: 300 });
    await other.begun.opened;
    busy.released.open();
    await Promise.all([first, waiting]);
    expect(await other.machine.get(uid)).toMatchObject({ state: "processing" });
    other.released.open();
    await elsewhere;
    expect(await other.machine.get(uid)).toMatchObject({ state: "ready" });
    expect(probes).toBe(2);
  });

  it("removes the source, the clip and folders that a crash left empty once a video is published", async () => {
    const provider = embedded();
    const { uid, uploadUrl } = await ask(provider);
    await receive(provider, uploadUrl, formOf(await clips.bytes("plain.mp4"), "file"));
    await provider.prepare(uid, { durationSecondsMax: 300 });
    await mkdir(join(folder, "videos", uid, "stream-of-a-killed-process"));
    await provider.publish(uid);
    expect(await readdir(join(folder, "videos", uid))).toEqual(["public"]);
    const files = await readdir(join(folder, "videos", uid, "public"));
    expect(files.toSorted()).toEqual([
      "init.mp4",
      "segment-0000.m4s",
      "stream.m3u8",
      "thumbnail.jpg",
      "video.json",
    ]);
  });
});

describe("calls to Cloudflare", () => {
  const uid = "f".repeat(32);

  it("report an outage or a rejection without revealing the token", async () => {
    fake.setDown(true);
    const down = await cloudflare()
      .get(uid)
      .catch((error: unknown) => error);
    fake.setDown(false);
    const refused = await cloudflare("another-s3cret")
      .get(uid)
      .catch((error: unknown) => error);
    for (const error of [down, refused]) {
      expect(error).toBeInstanceOf(Error);
      expect(JSON.stringify(error) + String(error)).not.toMatch(/s3cret/);
    }
  });

  it("request the state of many videos at once", async () => {
    const asked = { userId: "ada", durationSecondsMax: 300, sizeBytesMax: 1_000 };
    const expiresAt = new Date(Date.now() + 1_800_000);
    const created = await Promise.all(
      Array.from({ length: 5 }, () => cloudflare().createUpload({ ...asked, expiresAt })),
    );
    const before = fake.listings();
    expect(await cloudflare().list(created.map((one) => one.uid))).toHaveLength(5);
    expect(fake.listings()).toBe(before + 1);
  });
});
