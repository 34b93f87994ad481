import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { varint } from "multiformats";
import { base32 } from "multiformats/bases/base32";
import { CID } from "multiformats/cid";
import type { Block } from "./import-file";
import { type BlockSource, CorruptBlockError } from "./ipfs";
import { isBlockOf } from "./verify-block";

/** Upper bound of a block's size varint and CID; read to find where the block starts. */
const HEAD_BYTES = 128;

/** Stored files, each with all its blocks in one CAR (content addressable archive, v1). */
export type FileStore = {
  has(root: CID): Promise<boolean>;
  write(root: CID, blocks: readonly Block[]): Promise<void>;
  /** The blocks of one stored file, or null when it is not stored. */
  open(root: CID): Promise<BlockSource | null>;
  remove(root: CID): Promise<void>;
};

/**
 * Stores all blocks of a file together, so that a file is written and removed at once and shares
 * nothing with others. Files are written under a temporary name and renamed: a crash leaves no
 * partial file.
 * @param folder created on first use
 */
export function createFileStore(folder: string): FileStore {
  const pathOf = (root: CID) => {
    // Named by hash, so that both CID versions of a root are one file.
    const name = base32.encode(root.multihash.bytes);
    return join(folder, name.slice(-2), `${name}.car`);
  };
  return {
    has: async (root) => (await stat(pathOf(root)).catch(nullWhenMissing)) !== null,
    async write(root, blocks) {
      const path = pathOf(root);
      await mkdir(dirname(path), { recursive: true });
      const temporary = `${path}.${randomUUID()}.tmp`;
      const file = await open(temporary, "wx");
      try {
        await file.writeFile(encodeCar(root, blocks));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    },
    async open(root) {
      const path = pathOf(root);
      const places = await withFile(path, readIndex);
      if (places === null) return null;
      return {
        async find(cid) {
          const place = places.get(keyOf(cid));
          if (place === undefined) return null;
          const block = await withFile(path, (file) => readAt(file, place.at, place.length));
          if (block !== null && !(await isBlockOf(cid, block))) {
            throw new CorruptBlockError(`The stored block ${cid} of ${root} is damaged`);
          }
          return block;
        },
      };
    },
    remove: (root) => rm(pathOf(root), { force: true }),
  };
}

function keyOf(cid: CID): string {
  return base32.encode(cid.multihash.bytes);
}

function encodeCar(root: CID, blocks: readonly Block[]): Buffer {
  const header = encodeHeader(root);
  const sections = blocks.flatMap(({ cid, bytes }) => [
    encodeVarint(cid.bytes.length + bytes.length),
    cid.bytes,
    bytes,
  ]);
  return Buffer.concat([encodeVarint(header.length), header, ...sections]);
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

/** Position of each block, by hash. */
async function readIndex(file: FileHandle): Promise<Map<string, { at: number; length: number }>> {
  const places = new Map<string, { at: number; length: number }>();
  const { size } = await file.stat();
  try {
    const [headerLength, headerStart] = varint.decode(await readAt(file, 0, HEAD_BYTES));
    for (let at = headerStart + headerLength; at < size; ) {
      const head = await readAt(file, at, HEAD_BYTES);
      const [sectionLength, cidStart] = varint.decode(head);
      const [cid, rest] = CID.decodeFirst(head.subarray(cidStart));
      const cidLength = head.length - cidStart - rest.length;
      const length = sectionLength - cidLength;
      places.set(keyOf(cid), { at: at + cidStart + cidLength, length });
      at += cidStart + sectionLength;
    }
  } catch (cause) {
    throw new CorruptBlockError("A stored file is damaged", { cause });
  }
  return places;
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

async function withFile<T>(path: string, use: (file: FileHandle) => Promise<T>): Promise<T | null> {
  const file = await open(path, "r").catch(nullWhenMissing);
  if (file === null) return null;
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}
