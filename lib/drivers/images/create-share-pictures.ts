import { createHash } from "node:crypto";
import { createDiskCache } from "@/lib/support/create-disk-cache";
import { createSemaphore, SemaphoreFullError } from "@/lib/support/create-semaphore";
import { drawSharePicture } from "./draw-share-picture";
import { ImagesBusyError } from "./image-types";
import type { ShareBrand, ShareFacts } from "./share-facts";

/** Drawing takes a third of a CPU second; a burst must not use every core. */
const CONCURRENCY = { runningMax: 1, waitingMax: 16 };

/**
 * Open Graph images: PNG, 1200 × 630.
 * @param options.folder created on first use
 * @param options.onFailure called when the disk does not store images
 */
export function createSharePictures(
  options: Parameters<typeof createDiskCache>[0] & { brand: ShareBrand },
) {
  const { brand } = options;
  // A new brand requires new images.
  const owner = JSON.stringify(brand);
  const cache = createDiskCache(options);
  const semaphore = createSemaphore(CONCURRENCY);
  const underWay = new Map<string, Promise<Uint8Array>>();

  async function drawAndKeep(key: string, read: () => Promise<ShareFacts>): Promise<Uint8Array> {
    const bytes = await semaphore(async () => drawSharePicture(await read(), brand)).catch(
      (error: unknown) => {
        if (!(error instanceof SemaphoreFullError)) throw error;
        throw new ImagesBusyError("Too many share images at once", { cause: error });
      },
    );
    await cache.put(key, bytes);
    return bytes;
  }

  return {
    /**
     * The cached image for `name`, or a new one drawn from the result of `read`. Concurrent
     * requests draw it once.
     * @param onDraw called before an image is drawn
     * @throws what `onDraw` and `read` throw; ImagesBusyError when the queue is full
     */
    async get(
      name: string,
      onDraw: () => void,
      read: () => Promise<ShareFacts>,
    ): Promise<Uint8Array> {
      const key = createHash("sha256").update(`${owner} ${name}`).digest("hex");
      const kept = await cache.get(key);
      if (kept !== null) return kept;
      const known = underWay.get(key);
      if (known !== undefined) return known;
      onDraw();
      const drawing = drawAndKeep(key, read);
      underWay.set(key, drawing);
      return drawing.finally(() => underWay.delete(key));
    },
  };
}

export type SharePictures = ReturnType<typeof createSharePictures>;
