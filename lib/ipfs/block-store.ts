import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { base32 } from "multiformats/bases/base32";
import type { CID } from "multiformats/cid";
import { sha256 } from "multiformats/hashes/sha2";
import { CorruptBlockError } from "./ipfs";

export type BlockStore = {
  has(cid: CID): Promise<boolean>;
  put(cid: CID, block: Uint8Array): Promise<CID>;
  /** The verified bytes of a block, or null. */
  find(cid: CID): Promise<Uint8Array | null>;
};

/**
 * Blocks as files named by their multihash, so that both CID versions of a block share one file.
 * Written beside and renamed, so that a crash never leaves half a block under its name.
 */
export function createBlockStore(folder: string): BlockStore {
  const pathOf = (cid: CID) => {
    const name = base32.encode(cid.multihash.bytes);
    return join(folder, name.slice(-2), name);
  };
  return {
    async has(cid) {
      return exists(pathOf(cid));
    },
    async put(cid, block) {
      const path = pathOf(cid);
      if (await exists(path)) return cid;
      await mkdir(dirname(path), { recursive: true });
      const temporary = `${path}.${randomUUID()}.tmp`;
      const file = await open(temporary, "wx");
      try {
        await file.writeFile(block);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
      return cid;
    },
    async find(cid) {
      const block = await readOrNull(pathOf(cid));
      if (block !== null) await verify(cid, block);
      return block;
    },
  };
}

async function verify(cid: CID, block: Uint8Array): Promise<void> {
  if (cid.multihash.code !== sha256.code) return;
  const digest = await sha256.digest(block);
  if (!Buffer.from(digest.bytes).equals(cid.multihash.bytes)) {
    throw new CorruptBlockError(`The stored block of ${cid} is damaged`);
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(nullWhenMissing)) !== null;
}

async function readOrNull(path: string): Promise<Uint8Array | null> {
  return readFile(path).catch(nullWhenMissing);
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}
