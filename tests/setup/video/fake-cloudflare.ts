import { createHmac, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import sharp from "sharp";
import { z } from "zod";
import { probeVideo } from "@/lib/drivers/video/ffmpeg/probe-video";
import { listen } from "../servers/listen";

export const ACCOUNT = "023e105f4ecef8ad9ca31a8372d0c353";
export const TOKEN = "stream-s3cret-token";
export const WEBHOOK_SECRET = "85011ed3a913c6ad5f9cf6c5573cc0a7";

type State = "pendingupload" | "queued" | "inprogress" | "ready" | "error";
type Video = {
  uid: string;
  state: State;
  errReasonCode: string;
  maxDurationSeconds: number;
  requireSignedURLs: boolean;
  isUsed: boolean;
  size: number;
  duration: number;
  input: { width: number; height: number };
  /** The result of its encoding. */
  becomes: Partial<Video>;
};

const creation = z.object({
  maxDurationSeconds: z.number().int().positive(),
  expiry: z.iso.datetime(),
  creator: z.string().max(64),
  requireSignedURLs: z.boolean(),
});
const update = z.object({ uid: z.string(), requireSignedURLs: z.boolean() });

/**
 * An in-memory Cloudflare Stream by its documentation: direct uploads, states, signed URLs,
 * thumbnails, webhooks. `encode` advances a video; uploads of any size are accepted.
 */
export async function startFakeCloudflare() {
  const videos = new Map<string, Video>();
  const tokens = new Map<string, string>();
  const folder = await mkdtemp(join(tmpdir(), "slipway-cloudflare-"));
  let isDown = false;
  let listings = 0;
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  const { origin } = await listen(server);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", origin);
    const parts = url.pathname.split("/").slice(1);
    const reply = (status: number, result?: unknown) =>
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify({ success: status < 400, result, errors: [], messages: [] }));
    if (isDown) return void response.writeHead(503).end();
    if (parts[0] === "upload") return upload(request, response, parts[1] ?? "");
    if (parts[1] === "thumbnails") return picture(response, parts[0] ?? "", url);
    if (parts[1] === "manifest") {
      return void response.writeHead(isWatchable(parts[0] ?? "") ? 200 : 401).end("#EXTM3U\n");
    }
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return void reply(403);
    if (parts[1] !== ACCOUNT || parts[2] !== "stream") return void reply(404);
    const body = request.method === "POST" ? await text(request) : "";
    const [, , , uid = "", action] = parts;
    if (request.method === "POST" && uid === "direct_upload") {
      return void reply(200, create(creation.parse(JSON.parse(body))));
    }
    if (uid === "") {
      listings += 1;
      return void reply(200, [...videos.values()].map(describe));
    }
    const video = videos.get(uid);
    if (video === undefined) return void reply(404);
    if (action === "token") {
      const token = randomBytes(12).toString("hex");
      tokens.set(token, uid);
      return void reply(200, { token });
    }
    if (request.method === "DELETE") {
      videos.delete(uid);
      return void response.writeHead(200).end();
    }
    if (request.method === "POST") Object.assign(video, update.parse(JSON.parse(body)));
    return void reply(200, describe(video));
  }

  function create({ maxDurationSeconds, requireSignedURLs }: z.output<typeof creation>) {
    const uid = randomBytes(16).toString("hex");
    const unknown = { size: -1, duration: -1, input: { width: -1, height: -1 } };
    videos.set(uid, {
      uid,
      state: "pendingupload",
      errReasonCode: "",
      isUsed: false,
      becomes: {},
      maxDurationSeconds,
      requireSignedURLs,
      ...unknown,
    });
    return { uid, uploadURL: `${origin}/upload/${uid}` };
  }

  async function upload(request: IncomingMessage, response: ServerResponse, uid: string) {
    const video = videos.get(uid);
    if (video === undefined || video.isUsed) return void response.writeHead(400).end();
    const type = request.headers["content-type"] ?? "";
    const form = await new Response(await buffer(request), {
      headers: { "content-type": type },
    }).formData();
    const file = form.get("file");
    if (!(file instanceof Blob)) return void response.writeHead(400).end();
    video.isUsed = true;
    video.state = "queued";
    video.becomes = await look(Buffer.from(await file.arrayBuffer()), video);
    response.writeHead(200).end();
  }

  async function look(bytes: Buffer, video: Video): Promise<Partial<Video>> {
    const path = join(folder, video.uid);
    await writeFile(path, bytes);
    const found = await probeVideo(path, 100_000);
    if (found.kind === "refused") return { state: "error", errReasonCode: "ERR_NON_VIDEO" };
    if (found.durationSeconds > video.maxDurationSeconds) {
      return { state: "error", errReasonCode: "ERR_DURATION_EXCEED_CONSTRAINT" };
    }
    const { durationSeconds: duration, width, height } = found;
    return { state: "ready", duration, size: bytes.length, input: { width, height } };
  }

  function describe(video: Video) {
    const { uid, state, errReasonCode, duration, size, input, requireSignedURLs } = video;
    const isReady = state === "ready";
    return {
      uid,
      duration,
      size,
      input,
      requireSignedURLs,
      readyToStream: isReady,
      status: { state, pctComplete: "0", errorReasonCode: errReasonCode, errorReasonText: "" },
      playback: { hls: `${origin}/${uid}/manifest/video.m3u8` },
      ...(isReady ? { thumbnail: `${origin}/${uid}/thumbnails/thumbnail.jpg` } : {}),
    };
  }

  /** Signed URLs always work, the uid only where it is allowed. */
  function isWatchable(key: string): boolean {
    if (tokens.has(key)) return videos.has(tokens.get(key) ?? "");
    return videos.get(key)?.requireSignedURLs === false;
  }

  async function picture(response: ServerResponse, key: string, url: URL): Promise<void> {
    if (!isWatchable(key)) return void response.writeHead(401).end();
    const seconds = Number(/^([\d.]+)s$/.exec(url.searchParams.get("time") ?? "")?.[1] ?? 0);
    const height = Number(url.searchParams.get("height") ?? 640);
    const width = Number(url.searchParams.get("width") ?? 640);
    const background = { r: Math.round(seconds * 50) % 256, g: 90, b: 120 };
    const jpeg = sharp({ create: { width, height, channels: 3, background } }).jpeg();
    response.writeHead(200, { "content-type": "image/jpeg" }).end(await jpeg.toBuffer());
  }

  return {
    apiUrl: origin,
    videos,
    listings: () => listings,
    setDown(value: boolean) {
      isDown = value;
    },
    /** Advances an uploaded video by one state; returns the state. */
    encode(uid: string): State | undefined {
      const video = videos.get(uid);
      if (video?.state === "inprogress") Object.assign(video, video.becomes);
      else if (video?.state === "queued") video.state = "inprogress";
      return video?.state;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}

/** The webhook signature header of Cloudflare. */
export function signWebhook(body: string, at: Date, secret = WEBHOOK_SECRET): string {
  const time = Math.floor(at.getTime() / 1000);
  const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return `time=${time},sig1=${signature}`;
}
