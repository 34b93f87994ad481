import { CID } from "multiformats/cid";

const DAG_PB = 0x70;
const SHA2_256 = 0x12;
const SHA2_256_BYTES = 32;

/** The v0 form where a CID has one: both forms name the same content, and we store by this one. */
export function shortestCid(cid: string): string {
  const parsed = CID.parse(cid);
  const { code, digest } = parsed.multihash;
  const isWhole = code === SHA2_256 && digest.length === SHA2_256_BYTES;
  const hasV0 = parsed.code === DAG_PB && isWhole;
  return hasV0 ? parsed.toV0().toString() : cid;
}

/** One spelling for content of one address: v0 where there is one, else v1 in base32. */
export function contentKey(cid: string): string {
  return CID.parse(shortestCid(cid)).toString();
}

/** Whether `value` is a CID in its usual text form (v0 base58, v1 multibase), without a scheme. */
export function isCid(value: string): boolean {
  if (value.length > 128) return false;
  try {
    CID.parse(value);
    return true;
  } catch {
    // The parser's only way of saying no.
    return false;
  }
}
