import { createHash } from "node:crypto";
import { varint } from "multiformats";
import { base32 } from "multiformats/bases/base32";
import { CID } from "multiformats/cid";
import type { Storage, StoredObject } from "@/lib/drivers/storage/object-store";
import { AppError } from "@/lib/shared/errors";
import { collectBytes } from "@/lib/support/read-bytes";
import type { Block } from "./import-file";
import { type BlockSource, CorruptBlockError } from "./ipfs";
import { isBlockOf } from "./verify-block";

/** Upper bound of a block's size varint and CID; read to find where the block starts. */
const HEAD_BYTES = 128;
/** SHA-512 with its code and length. */
const HASH_BYTES_MAX = 72;

/** Stored files, each with all its blocks in one CAR (content addressable archive, v1). */
export type FileStore = {
  has(root: CID): Promise<boolean>;
  /** Does nothing when the file is stored; replaces one that is damaged or cannot be read. */
  write(root: CID, blocks: readonly Block[]): Promise<void>;
  /** The blocks of one stored file, or null when it is not stored. */
  open(root: CID): Promise<BlockSource | null>;
  remove(root: CID): Promise<void>;
};

/**
 * Stores all blocks of a file as one object, so that a file is written and removed at once and shares
 * nothing with others.
 */
export function createFileStore({ files, served }: Pick<Storage, "files" | "served">): FileStore {
  const nameOf = (root: CID) => {
    // Named by hash, so that both CID versions of a root are one file.
    const name = base32.encode(root.multihash.bytes);
    return `ipfs/${name.slice(-2)}/${name}.car`;
  };
  // A CID may contain data of any length instead of a hash; such a file is never stored.
  const isStorable = (root: CID) => root.multihash.bytes.length <= HASH_BYTES_MAX;
  return {
    has: async (root) => isStorable(root) && served.has(nameOf(root)),
    async write(root, blocks) {
      const name = nameOf(root);
      const stored = await files.open(name);
      if (stored !== null) {
        const expected = await hashOf(encodeCar(root, blocks));
        // A copy that cannot be read is replaced as well. If the store is down, `put` reports it.
        const found = await hashOf(stored.read()).catch(() => null);
        if (found === expected) return;
      }
      await files.put(name, encodeCar(root, blocks));
      await served.forget?.(name);
    },
    async open(root) {
      if (!isStorable(root)) return null;
      const name = nameOf(root);
      const stored = await served.open(name);
      if (stored === null) return null;
      const damaged = async (error: unknown): Promise<never> => {
        // The store may have the right bytes, or have them again.
        if (error instanceof CorruptBlockError) await served.forget?.(name);
        throw error;
      };
      const places = await readIndex(stored, root).catch(damaged);
      return {
        async find(cid) {
          const place = places.get(keyOf(cid));
          if (place === undefined) return null;
          const block = await readAt(stored, place.at, place.length);
          if (!(await isBlockOf(cid, block))) {
            await damaged(new CorruptBlockError(`The stored block ${cid} of ${root} is damaged`));
          }
          return block;
        },
      };
    },
    remove: (root) => files.delete(nameOf(root)),
  };
}

async function hashOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of body) hash.update(chunk);
  return hash.digest("hex");
}

function keyOf(cid: CID): string {
  return base32.encode(cid.multihash.bytes);
}

async function* encodeCar(root: CID, blocks: readonly Block[]): AsyncGenerator<Uint8Array> {
  const header = encodeHeader(root);
  yield encodeVarint(header.length);
  yield header;
  for (const { cid, bytes } of blocks) {
    yield encodeVarint(cid.bytes.length + bytes.length);
    yield cid.bytes;
    yield bytes;
  }
}

/** `{roots: [root], version: 1}` in DAG-CBOR. A CID is tag 42 over its bytes after a zero byte. */
function encodeHeader(root: CID): Buffer {
  const link = Buffer.from([0, ...root.bytes]);
  return Buffer.concat([
    Buffer.from([0xa2, 0x65]),
    Buffer.from("roots"),
    Buffer.from([0x81, 0xd8, 0x2a, 0x58, link.length]),
    link,
    Buffer.from([0x67]),
    Buffer.from("version"),
    Buffer.from([0x01]),
  ]);
}

function encodeVarint(value: number): Uint8Array {
  return varint.encodeTo(value, new Uint8Array(varint.encodingLength(value)));
}

/** Position of each block, by hash. @throws CorruptBlockError */
async function readIndex(
  stored: StoredObject,
  root: CID,
): Promise<Map<string, { at: number; length: number }>> {
  const places = new Map<string, { at: number; length: number }>();
  const { sizeBytes } = stored;
  try {
    const [headerLength, headerStart] = varint.decode(await readAt(stored, 0, HEAD_BYTES));
    for (let at = headerStart + headerLength; at < sizeBytes; ) {
      const head = await readAt(stored, at, HEAD_BYTES);
      const [sectionLength, cidStart] = varint.decode(head);
      const [cid, rest] = CID.decodeFirst(head.subarray(cidStart));
      const cidLength = head.length - cidStart - rest.length;
      const length = sectionLength - cidLength;
      places.set(keyOf(cid), { at: at + cidStart + cidLength, length });
      at += cidStart + sectionLength;
    }
  } catch (cause) {
    // Damage, unless the store itself failed.
    if (cause instanceof AppError) throw cause;
    throw new CorruptBlockError("A stored file is damaged", { cause });
  }
  if (!places.has(keyOf(root))) throw new CorruptBlockError(`The stored file ${root} is damaged`);
  return places;
}

async function readAt(stored: StoredObject, start: number, length: number): Promise<Uint8Array> {
  const rest = Math.max(0, Math.min(length, stored.sizeBytes - start));
  return collectBytes(stored.read({ start, length: rest }));
}
