import { join, resolve } from "node:path";
import { createDownloads, type Downloads } from "@/lib/drivers/downloads/create-downloads";
import { createImages, type Images } from "@/lib/drivers/images/create-images";
import {
  createSharePictures,
  type SharePictures,
} from "@/lib/drivers/images/create-share-pictures";
import { createThumbnails, type Thumbnails } from "@/lib/drivers/images/create-thumbnails";
import type { ShareBrand } from "@/lib/drivers/images/share-facts";
import { createIpfs } from "@/lib/drivers/ipfs/create-ipfs";
import type { Ipfs } from "@/lib/drivers/ipfs/ipfs";
import { batchClassifier } from "@/lib/drivers/moderation/batch-classifier";
import type { Classifier } from "@/lib/drivers/moderation/classifier";
import { createEmbeddedClassifier } from "@/lib/drivers/moderation/embedded-classifier";
import { createHostedClassifier } from "@/lib/drivers/moderation/hosted-classifier";
import { type WatchedClassifier, watchClassifier } from "@/lib/drivers/moderation/watch-classifier";
import { type Env, required } from "@/lib/env";
import { type AssetStore, createAssetStore } from "@/lib/features/media/store/create-asset-store";
import {
  type ContentChanges,
  createContentChanges,
} from "@/lib/features/media/store/create-content-changes";
import {
  type ContentStore,
  createContentStore,
} from "@/lib/features/media/store/create-content-store";
import type { Connections } from "./connections";
import type { Core } from "./core";
import { CACHE_FAILED, type StorageModule } from "./storage";

/** Maximum disk space of thumbnails. */
const THUMBNAIL_BYTES_MAX = 256 * 1024 * 1024;
const SHARE_PICTURE_BYTES_MAX = 64 * 1024 * 1024;

/** Storage, moderation and rendering of images. */
export type MediaModule = {
  ipfs: Ipfs;
  content: ContentStore;
  /** Space that all uploads occupy, including videos. */
  assets: AssetStore;
  contentChanges: ContentChanges;
  images: Images;
  downloads: Downloads;
  classifier: WatchedClassifier;
  thumbnails: Thumbnails;
  sharePictures: SharePictures;
};

export function createMediaModule(
  core: Pick<Core, "brand" | "brandAssets" | "clock" | "env" | "log">,
  { db }: Connections,
  { storage }: Pick<StorageModule, "storage">,
): MediaModule {
  const { env, clock, log } = core;
  const { now } = clock;
  const onFailure = (err: unknown) => log.warn({ err }, CACHE_FAILED);
  const cacheIn = (name: string) => ({ folder: join(env.dataDir, "cache", name), onFailure });
  return {
    ipfs: createIpfs({ ...env.ipfs, storage, onCacheFailure: onFailure }),
    content: createContentStore(db, now, env.realm),
    assets: createAssetStore(db, env.MEDIA_DISK_BYTES_MAX, now),
    contentChanges: createContentChanges(db, now),
    images: createImages(),
    downloads: createDownloads(),
    classifier: batchClassifier(watchClassifier(createClassifier(env), now)),
    thumbnails: createThumbnails({ ...cacheIn("thumbnails"), bytesMax: THUMBNAIL_BYTES_MAX }),
    sharePictures: createSharePictures({
      ...cacheIn("links"),
      bytesMax: SHARE_PICTURE_BYTES_MAX,
      brand: shareBrand(core),
    }),
  };
}

function shareBrand({ brand, brandAssets }: Pick<Core, "brand" | "brandAssets">): ShareBrand {
  const file = brandAssets.find(({ path }) => path === brand.logo);
  const logo = file ? `data:${file.type};base64,${file.bytes.toString("base64")}` : null;
  return { name: brand.name, logo, accent: brand.colors?.dark.accent ?? null };
}

/** Uses a hosted classifier if configured, otherwise a worker thread. */
function createClassifier(env: Env): Classifier {
  if (env.MODERATOR_URL !== undefined) {
    return createHostedClassifier({
      url: env.MODERATOR_URL,
      token: required(env, "MODERATOR_TOKEN"),
    });
  }
  const workerPath = resolve(/* turbopackIgnore: true */ "dist/moderator.mjs");
  return createEmbeddedClassifier({ workerPath });
}
