import type { Address } from "viem";
import { isChecksumAddress, toChecksumAddress } from "@/lib/shared/address/checksum-address";

const ZERO_ADDRESS = `0x${"0".repeat(40)}`;

/**
 * The referrer that a link names; null for anything but an address with a correct checksum. Runs on
 * the server, because pages need the hash function of a checksum for nothing else.
 */
export function parseReferrer(text: string | null): Address | null {
  if (text === null || text === ZERO_ADDRESS || !isChecksumAddress(text)) return null;
  return toChecksumAddress(text);
}
