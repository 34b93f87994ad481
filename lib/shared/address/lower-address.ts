import type { Address } from "viem";

/**
 * An address in lower case, for comparisons and storage; responses use the checksummed form.
 * @throws TypeError when it is not 0x and 40 hex characters
 */
export function lowerAddress(address: string): Address {
  const text = address.toLowerCase();
  if (!isLowerAddress(text)) throw new TypeError(`${address} is not an address`);
  return text;
}

function isLowerAddress(text: string): text is Address {
  return /^0x[0-9a-f]{40}$/.test(text);
}
