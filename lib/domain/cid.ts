import { CID } from "multiformats/cid";

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
