import { base32 } from "multiformats/bases/base32";
import type { CID } from "multiformats/cid";
import type { DiskCache } from "@/lib/support/create-disk-cache";
import { createSemaphore, SemaphoreFullError } from "@/lib/support/create-semaphore";
import { type BlockSource, CorruptBlockError, IpfsUnavailableError } from "./ipfs";
import { isBlockOf, isVerifiable } from "./verify-block";

const PLACES = { runningMax: 16, waitingMax: 256 };
/** How long a block that was not found is not requested again. */
const MISSING_MS = 60_000;
const MISSING_COUNT_MAX = 10_000;

/**
 * Remote blocks, each verified by its hash, cached on disk and fetched once at a time.
 * @param options.fetchBlock unverified; null when not found; throws IpfsUnavailableError
 */
export function createRemoteBlocks(options: {
  fetchBlock(cid: CID): Promise<Uint8Array | null>;
  cache: DiskCache;
  now: () => number;
}): BlockSource & { keep(cid: CID, block: Uint8Array): Promise<void> } {
  const { fetchBlock, cache, now } = options;
  const semaphore = createSemaphore(PLACES);
  const underWay = new Map<string, Promise<Uint8Array | null>>();
  const missingUntil = new Map<string, number>();

  async function fetchVerified(cid: CID, key: string): Promise<Uint8Array | null> {
    const block = await semaphore(() => fetchBlock(cid)).catch((error: unknown) => {
      if (!(error instanceof SemaphoreFullError)) throw error;
      throw new IpfsUnavailableError("Too many blocks are being fetched");
    });
    if (block === null) {
      if (missingUntil.size >= MISSING_COUNT_MAX) missingUntil.clear();
      missingUntil.set(key, now() + MISSING_MS);
      return null;
    }
    if (!(await isBlockOf(cid, block))) {
      throw new CorruptBlockError(`The block received for ${cid} does not match its hash`);
    }
    await cache.put(key, block);
    return block;
  }

  return {
    async find(cid) {
      if (!isVerifiable(cid)) return null;
      const key = keyOf(cid);
      const kept = await cache.get(key);
      if (kept !== null && (await isBlockOf(cid, kept))) return kept;
      if ((missingUntil.get(key) ?? 0) > now()) return null;
      const fetching = underWay.get(key) ?? fetchVerified(cid, key);
      underWay.set(key, fetching);
      return fetching.finally(() => underWay.delete(key));
    },
    async keep(cid, block) {
      missingUntil.delete(keyOf(cid));
      await cache.put(keyOf(cid), block);
    },
  };
}

function keyOf(cid: CID): string {
  return base32.encode(cid.multihash.bytes);
}
