import { createHash } from "node:crypto";
import type { ThumbnailWidth } from "@/lib/features/media/rules/image";
import { createDiskCache } from "@/lib/support/create-disk-cache";
import { createSemaphore, SemaphoreFullError } from "@/lib/support/create-semaphore";
import { ImagesBusyError } from "./images";

/** A page shows fifty of them at once; nothing is read or decoded for those that wait. */
const PLACES = { runningMax: 2, waitingMax: 256 };

/**
 * Small versions of pictures, made when they are first requested.
 * @param options.folder created on first use
 */
export function createThumbnails(options: { folder: string; bytesMax: number }) {
  const cache = createDiskCache(options);
  const semaphore = createSemaphore(PLACES);
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
     * The kept thumbnail, or the one that `make` makes: once, however many ask for it.
     * @param onMake called before one has to be made, and before it waits for its turn
     * @throws what `onMake` and `make` throw; ImagesBusyError when too many are being made
     */
    async get(
      { cid, width }: { cid: string; width: ThumbnailWidth },
      onMake: () => void,
      make: () => Promise<Uint8Array>,
    ): Promise<Uint8Array> {
      // CIDs tell upper from lower case, which not every file system does.
      const key = createHash("sha256").update(`${cid} ${width}`).digest("hex");
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
