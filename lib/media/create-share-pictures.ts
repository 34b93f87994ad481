import { createHash } from "node:crypto";
import { createDiskCache } from "../support/create-disk-cache";
import { createSemaphore, SemaphoreFullError } from "../support/create-semaphore";
import { drawSharePicture } from "./draw-share-picture";
import { ImagesBusyError } from "./images";
import type { ShareFacts, SharePictures } from "./share-pictures";

/** Drawing takes a processor for a third of a second; a burst must not take them all. */
const PLACES = { runningMax: 1, waitingMax: 16 };

/** @param options.folder created on first use */
export function createSharePictures(options: { folder: string; bytesMax: number }): SharePictures {
  const cache = createDiskCache(options);
  const semaphore = createSemaphore(PLACES);
  const underWay = new Map<string, Promise<Uint8Array>>();

  async function drawAndKeep(key: string, read: () => Promise<ShareFacts>): Promise<Uint8Array> {
    const bytes = await semaphore(async () => drawSharePicture(await read())).catch(
      (error: unknown) => {
        if (!(error instanceof SemaphoreFullError)) throw error;
        throw new ImagesBusyError("Too many pictures of links at once", { cause: error });
      },
    );
    await cache.put(key, bytes);
    return bytes;
  }

  return {
    async get(name, onDraw, read) {
      const key = createHash("sha256").update(name).digest("hex");
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
