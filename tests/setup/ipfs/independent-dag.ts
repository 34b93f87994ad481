import { createHash } from "node:crypto";
import { base58btc } from "multiformats/bases/base58";

/**
 * UnixFS files as `ipfs add` lays them out by default, implemented from the specifications alone
 * (specs.ipfs.tech/unixfs, ipld.io/specs/codecs/dag-pb), to verify the product's CIDs.
 */
const CHUNK_BYTES = 262_144;
const LINKS_MAX = 174;
const FILE_TYPE = 2;

type Node = { multihash: Buffer; fileBytes: number; treeBytes: number };
/** Blocks by their CID (v0). */
export type Blocks = Map<string, Buffer>;

export function independentDag(content: Uint8Array): { cid: string; blocks: Blocks } {
  const blocks: Blocks = new Map();
  let level: Node[] = [];
  for (let at = 0; at === 0 || at < content.length; at += CHUNK_BYTES) {
    const chunk = content.subarray(at, at + CHUNK_BYTES);
    const data = chunk.length === 0 ? [] : [bytesField(2, chunk)];
    const unixfs = Buffer.concat([
      varintField(1, FILE_TYPE),
      ...data,
      varintField(3, chunk.length),
    ]);
    level.push(store(blocks, bytesField(1, unixfs), chunk.length, 0));
  }
  while (level.length > 1) {
    const parents: Node[] = [];
    for (let at = 0; at < level.length; at += LINKS_MAX) {
      parents.push(storeParent(blocks, level.slice(at, at + LINKS_MAX)));
    }
    level = parents;
  }
  const [root] = level;
  if (root === undefined) throw new Error("a file has a root");
  return { cid: toCid(root.multihash), blocks };
}

function storeParent(blocks: Blocks, children: Node[]): Node {
  const links = children.map(({ multihash, treeBytes }) =>
    bytesField(
      2,
      Buffer.concat([
        bytesField(1, multihash),
        bytesField(2, Buffer.alloc(0)),
        varintField(3, treeBytes),
      ]),
    ),
  );
  const fileBytes = children.reduce((sum, child) => sum + child.fileBytes, 0);
  const unixfs = Buffer.concat([
    varintField(1, FILE_TYPE),
    varintField(3, fileBytes),
    ...children.map((child) => varintField(4, child.fileBytes)),
  ]);
  const below = children.reduce((sum, child) => sum + child.treeBytes, 0);
  return store(blocks, Buffer.concat([...links, bytesField(1, unixfs)]), fileBytes, below);
}

function store(blocks: Blocks, block: Buffer, fileBytes: number, below: number): Node {
  const digest = createHash("sha256").update(block).digest();
  const multihash = Buffer.concat([Buffer.from([0x12, 0x20]), digest]);
  blocks.set(toCid(multihash), block);
  return { multihash, fileBytes, treeBytes: below + block.length };
}

function toCid(multihash: Uint8Array): string {
  return base58btc.encode(multihash).slice(1);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
  return Buffer.from([...bytes, left]);
}

function varintField(field: number, value: number): Buffer {
  return Buffer.concat([Buffer.from([field << 3]), varint(value)]);
}

function bytesField(field: number, value: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([(field << 3) | 2]), varint(value.length), value]);
}
