import type { CID } from "multiformats/cid";
import { identity } from "multiformats/hashes/identity";
import { sha256, sha512 } from "multiformats/hashes/sha2";

type Hasher = { digest(bytes: Uint8Array): { bytes: Uint8Array } | Promise<{ bytes: Uint8Array }> };
const HASHES = new Map<number, Hasher>([
  [sha256.code, sha256],
  [sha512.code, sha512],
  [identity.code, identity],
]);

/** Whether blocks of this CID can be verified. */
export function isVerifiable(cid: CID): boolean {
  return HASHES.has(cid.multihash.code);
}

/** Whether `block` matches the hash in `cid`. */
export async function isBlockOf(cid: CID, block: Uint8Array): Promise<boolean> {
  const hasher = HASHES.get(cid.multihash.code);
  if (hasher === undefined) return false;
  const digest = await hasher.digest(block);
  return Buffer.from(digest.bytes).equals(cid.multihash.bytes);
}
