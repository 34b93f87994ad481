import { keccak_256 } from "@noble/hashes/sha3";
import type { Address } from "viem";

/**
 * Addresses in their mixed-case form (EIP-55), for the schemas, which every page loads: the same
 * rules as viem's, without what viem's come with. Names are kept, because a page checks the same
 * addresses again with every answer.
 */
const KNOWN_MAX = 8_192;
const known = new Map<string, Address>();

/** @param address 0x and 40 hex digits in any letter case; throws a TypeError for anything else */
export function toChecksumAddress(address: string): Address {
  if (!isHexAddress(address)) throw new TypeError(`${address} is no address`);
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
  const made: Address = `0x${text}`;
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(lower, made);
  return made;
}

/** Whether a text is an address in lower case or with a right checksum. */
export function isChecksumAddress(text: string): text is Address {
  return isHexAddress(text) && (text === text.toLowerCase() || toChecksumAddress(text) === text);
}

function isHexAddress(text: string): text is Address {
  return /^0x[0-9a-fA-F]{40}$/.test(text);
}
