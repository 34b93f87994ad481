import { keccak_256 } from "@noble/hashes/sha3";
import type { Address } from "viem";
import { isHexAddress } from "./is-hex-address";

/**
 * Checksummed addresses (EIP-55) for the schemas. Every page loads them, so this avoids viem's larger
 * modules. Results are cached, because a page checks the same addresses with every response.
 */
const KNOWN_MAX = 8_192;
const known = new Map<string, Address>();

/** @param address 0x and 40 hex digits in any letter case; throws a TypeError for anything else */
export function toChecksumAddress(address: string): Address {
  if (!isHexAddress(address)) throw new TypeError(`${address} is not an address`);
  const lower = address.toLowerCase();
  const found = known.get(lower);
  if (found !== undefined) return found;
  const digits = lower.slice(2);
  const hash = keccak_256(digits);
  let text = "";
  for (let place = 0; place < digits.length; place += 1) {
    const byte = hash[place >> 1] ?? 0;
    const nibble = place % 2 === 0 ? byte >> 4 : byte & 15;
    const digit = digits.charAt(place);
    text += nibble >= 8 ? digit.toUpperCase() : digit;
  }
  const checksummed: Address = `0x${text}`;
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(lower, checksummed);
  return checksummed;
}

/** Whether a text is an address in lower case or with a correct checksum. */
export function isChecksumAddress(text: string): text is Address {
  return isHexAddress(text) && (text === text.toLowerCase() || toChecksumAddress(text) === text);
}
