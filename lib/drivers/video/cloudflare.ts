import sharp from "sharp";
import { z } from "zod";
import { FRAME_SIZE } from "@/lib/features/media/rules/moderation";
import { frameTimes, thumbnailTime, type VideoDetails } from "@/lib/features/video/rules/video";
import { parseJson } from "@/lib/support/read-bytes";
import {
  type CloudflareApi,
  CloudflareError,
  type CloudflareVideo,
  cloudflareVideo,
  createCloudflareApi,
} from "./cloudflare-api";
import { verifyWebhook } from "./verify-webhook";
import type { ProviderVideo, VideoProvider } from "./video-provider";

/** Maps Cloudflare's states to ours; an unknown state counts as processing. */
const STATES: Record<string, ProviderVideo["state"]> = {
  pendingupload: "waiting",
  downloading: "processing",
  queued: "processing",
  inprogress: "processing",
  ready: "ready",
  error: "error",
};
const REASONS: Record<string, string> = {
  ERR_NON_VIDEO: "The file is not a readable video.",
  ERR_DURATION_EXCEED_CONSTRAINT: "The video is too long.",
  ERR_DURATION_TOO_SHORT: "The video is too short.",
  ERR_MALFORMED_VIDEO: "The file is damaged.",
};
const UID = /^[0-9a-f]{32}$/;
const PICTURES_AT_ONCE = 4;
const THUMBNAIL_HEIGHT = 720;

/**
 * Videos at Cloudflare Stream, which receives, encodes and plays them. Until `publish`, a video
 * needs a signed URL, so that nobody can watch it before moderation.
 * @param options.webhookSecret null: Cloudflare is only polled, and webhooks are rejected
 * @param options.random unpredictable, from 0 to below 1; places the frames to moderate
 */
export function createCloudflareVideoProvider(options: {
  baseUrl: string;
  accountId: string;
  token: string;
  webhookSecret: string | null;
  now: () => Date;
  random: () => number;
}): VideoProvider {
  const { webhookSecret, now, random } = options;
  const api = createCloudflareApi(options);

  async function find(uid: string): Promise<CloudflareVideo | null> {
    return UID.test(uid) ? api.call("GET", `/${uid}`, cloudflareVideo) : null;
  }
  async function requireReady(uid: string) {
    const video = await find(uid);
    const details = video === null ? null : readDetails(video);
    if (video === null || details === null) throw new CloudflareError("The video is not ready");
    return { video, details };
  }

  async function setSigned(uid: string, requireSignedURLs: boolean): Promise<void> {
    const body = { uid, requireSignedURLs };
    await api.call("POST", `/${uid}`, z.object({ uid: z.string() }), body);
  }

  return {
    name: "cloudflare",
    async createUpload({ userId, durationSecondsMax, expiresAt }) {
      const created = await api.call(
        "POST",
        "/direct_upload",
        z.object({ uid: z.string().regex(UID), uploadURL: z.url() }),
        {
          maxDurationSeconds: Math.ceil(durationSecondsMax),
          expiry: expiresAt.toISOString(),
          // Cloudflare limits a creator to 64 characters.
          creator: [...userId].slice(0, 64).join(""),
          requireSignedURLs: true,
        },
      );
      if (created === null) throw new CloudflareError("The Cloudflare account is unknown");
      return { uid: created.uid, uploadUrl: created.uploadURL };
    },
    async get(uid) {
      const video = await find(uid);
      return video === null ? null : toProviderVideo(video);
    },
    async list(uids) {
      // Lists the newest thousand in one call; the others, and a single one, are requested one by one.
      const newest = uids.length > 1 ? await api.call("GET", "", z.array(cloudflareVideo)) : null;
      const known = new Map(newest?.map((video) => [video.uid, video]));
      const found: ProviderVideo[] = [];
      for (const uid of uids) {
        const video = known.get(uid) ?? (await find(uid));
        if (video !== null) found.push(toProviderVideo(video));
      }
      return found;
    },
    prepare: async () => undefined,
    async sampleFrames(uid) {
      const { video, details } = await requireReady(uid);
      const base = await signedThumbnail(api, video);
      const { durationSeconds } = details;
      const fixed = [thumbnailTime(durationSeconds), ...frameTimes(durationSeconds)];
      return {
        fixed: await framesAt(api, base, fixed),
        random: await framesAt(api, base, frameTimes(durationSeconds, random)),
      };
    },
    async thumbnail(uid) {
      const { video, details } = await requireReady(uid);
      const time = timeOf(thumbnailTime(details.durationSeconds));
      const base = await signedThumbnail(api, video);
      return api.picture(`${base}?time=${time}&height=${THUMBNAIL_HEIGHT}&fit=clip`);
    },
    async publish(uid) {
      const { video, details } = await requireReady(uid);
      const [streamUrl, thumbnailUrl] = [video.playback?.hls, video.thumbnail];
      if (!streamUrl || !thumbnailUrl) throw new CloudflareError("The video has no playback URLs");
      await setSigned(uid, false);
      const time = timeOf(thumbnailTime(details.durationSeconds));
      return { streamUrl, thumbnailUrl: `${thumbnailUrl}?time=${time}` };
    },
    async unpublish(uid) {
      if (UID.test(uid)) await setSigned(uid, true);
    },
    async delete(uid) {
      if (UID.test(uid)) await api.remove(uid);
    },
    local: null,
    readWebhook({ signature, body }) {
      if (webhookSecret === null) return null;
      if (!verifyWebhook({ signature, body, secret: webhookSecret, now: now() })) return null;
      const parsed = z.object({ uid: z.string().regex(UID) }).safeParse(parseJson(body));
      return parsed.success ? parsed.data.uid : null;
    },
  };
}

function toProviderVideo(video: CloudflareVideo): ProviderVideo {
  const { uid, status } = video;
  const state = STATES[status.state] ?? "processing";
  if (state === "error") {
    const code = status.errReasonCode || status.errorReasonCode || "";
    return { uid, state, reason: REASONS[code] ?? "Processing failed.", details: null };
  }
  const details = state === "ready" ? readDetails(video) : null;
  // Playable, but its details are not complete yet.
  if (state === "ready" && details === null) {
    return { uid, state: "processing", reason: null, details };
  }
  return { uid, state, reason: null, details };
}

function readDetails({ duration, size, input }: CloudflareVideo): VideoDetails | null {
  if (!input || !duration || duration <= 0 || input.width <= 0 || input.height <= 0) return null;
  return {
    durationSeconds: duration,
    width: input.width,
    height: input.height,
    sizeBytes: size && size > 0 ? size : 0,
  };
}

/** The thumbnail's URL with a token instead of the uid; valid for an hour. */
async function signedThumbnail(api: CloudflareApi, { uid, thumbnail }: CloudflareVideo) {
  const signed = await api.call("POST", `/${uid}/token`, z.object({ token: z.string().min(1) }));
  if (signed === null || !thumbnail?.includes(uid)) {
    throw new CloudflareError("The video has no thumbnail");
  }
  return thumbnail.replace(uid, signed.token);
}

async function framesAt(api: CloudflareApi, base: string, times: readonly number[]) {
  const frames: Uint8Array[] = [];
  for (let first = 0; first < times.length; first += PICTURES_AT_ONCE) {
    const part = times.slice(first, first + PICTURES_AT_ONCE);
    frames.push(...(await Promise.all(part.map((at) => frameOf(api, base, at)))));
  }
  return frames;
}

async function frameOf(api: CloudflareApi, base: string, at: number): Promise<Uint8Array> {
  const size = `height=${FRAME_SIZE}&width=${FRAME_SIZE}&fit=scale`;
  const picture = await api.picture(`${base}?time=${timeOf(at)}&${size}`);
  return sharp(picture)
    .resize(FRAME_SIZE, FRAME_SIZE, { fit: "fill" })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer();
}

function timeOf(seconds: number): string {
  return `${seconds.toFixed(2)}s`;
}
