import type { Address } from "viem";

/** Whether a text is 0x and 40 hex digits, in any letter case. Does not verify a checksum. */
export function isHexAddress(text: string): text is Address {
  return /^0x[0-9a-fA-F]{40}$/.test(text);
}
