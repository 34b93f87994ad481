import { createHash } from "node:crypto";
import type { ThumbnailWidth } from "@/lib/features/media/rules/thumbnail";
import { contentKey } from "@/lib/shared/cid";
import { createDiskCache } from "@/lib/support/create-disk-cache";
import { createSemaphore, SemaphoreFullError } from "@/lib/support/create-semaphore";
import { ImagesBusyError } from "./image-types";

/** A page requests fifty thumbnails at once; nothing is read or decoded for queued ones. */
const CONCURRENCY = { runningMax: 2, waitingMax: 256 };

/**
 * Thumbnails of images, created on first request.
 * @param options.folder created on first use
 * @param options.onFailure called when the disk does not store thumbnails
 */
export function createThumbnails(options: Parameters<typeof createDiskCache>[0]) {
  const cache = createDiskCache(options);
  const semaphore = createSemaphore(CONCURRENCY);
  const underWay = new Map<string, Promise<Uint8Array>>();

  async function makeAndKeep(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const bytes = await semaphore(make).catch((error: unknown) => {
      if (!(error instanceof SemaphoreFullError)) throw error;
      throw new ImagesBusyError("Too many thumbnails at once", { cause: error });
    });
    await cache.put(key, bytes);
    return bytes;
  }

  return {
    /**
     * The cached thumbnail, the same for every form of a CID, or the result of `make`. Concurrent requests call `make` once.
     * @param onMake called before a thumbnail is created and before it is queued
     * @throws what `onMake` and `make` throw; ImagesBusyError when the queue is full
     */
    async get(
      { cid, width }: { cid: string; width: ThumbnailWidth },
      onMake: () => void,
      make: () => Promise<Uint8Array>,
    ): Promise<Uint8Array> {
      // CIDs are case-sensitive; not every file system is.
      const key = createHash("sha256")
        .update(`${contentKey(cid)} ${width}`)
        .digest("hex");
      const kept = await cache.get(key);
      if (kept !== null) return kept;
      const known = underWay.get(key);
      if (known !== undefined) return known;
      onMake();
      const making = makeAndKeep(key, make);
      underWay.set(key, making);
      return making.finally(() => underWay.delete(key));
    },
  };
}

export type Thumbnails = ReturnType<typeof createThumbnails>;
