import { randomInt } from "node:crypto";
import { resolve } from "node:path";
import type { Storage } from "@/lib/drivers/storage/object-store";
import { createCloudflareVideoProvider } from "@/lib/drivers/video/cloudflare";
import { createEmbeddedVideoProvider } from "@/lib/drivers/video/embedded";
import { locateFfmpeg } from "@/lib/drivers/video/ffmpeg/locate-ffmpeg";
import { createProbe } from "@/lib/drivers/video/ffmpeg/probe-in-child";
import { createStoredVideos, type StoredVideos } from "@/lib/drivers/video/stored-videos";
import type { VideoProvider } from "@/lib/drivers/video/video-provider";
import { type Env, required } from "@/lib/env";
import {
  createUploadTickets,
  type UploadTickets,
} from "@/lib/features/video/store/create-upload-tickets";
import { createVideoStore, type VideoStore } from "@/lib/features/video/store/create-video-store";
import type { Connections } from "./connections";
import type { Core } from "./core";
import type { StorageModule } from "./storage";

/** Video provider and stores. */
export type VideoModule = {
  videos: VideoProvider;
  storedVideos: StoredVideos;
  videoStore: VideoStore;
  uploadTickets: UploadTickets;
};

export function createVideoModule(
  { env, clock: { now } }: Pick<Core, "env" | "clock">,
  { db }: Connections,
  { storage }: Pick<StorageModule, "storage">,
): VideoModule {
  const uploadTickets = createUploadTickets(db, now);
  return {
    videos: createVideos(env, storage, uploadTickets, now),
    storedVideos: createStoredVideos(storage),
    videoStore: createVideoStore(db, now),
    uploadTickets,
  };
}

/** Uses Cloudflare Stream if configured, otherwise encodes on this machine. */
function createVideos(
  env: Env,
  storage: Storage,
  tickets: UploadTickets,
  now: () => Date,
): VideoProvider {
  if (env.CLOUDFLARE_ACCOUNT_ID !== undefined) {
    return createCloudflareVideoProvider({
      baseUrl: env.CLOUDFLARE_API_URL ?? "https://api.cloudflare.com/client/v4",
      accountId: env.CLOUDFLARE_ACCOUNT_ID,
      token: required(env, "CLOUDFLARE_STREAM_TOKEN"),
      webhookSecret: env.CLOUDFLARE_STREAM_WEBHOOK_SECRET ?? null,
      now,
      random,
    });
  }
  return createEmbeddedVideoProvider({
    storage,
    ffmpeg: locateFfmpeg(env.FFMPEG_PATH),
    probe: createProbe(resolve(/* turbopackIgnore: true */ "dist/probe-video.mjs")),
    tickets,
    now,
    random,
  });
}

const RANDOM_STEPS = 2 ** 32;

/** From a cryptographic source: nobody can predict which frames of an upload are classified. */
function random(): number {
  return randomInt(RANDOM_STEPS) / RANDOM_STEPS;
}
