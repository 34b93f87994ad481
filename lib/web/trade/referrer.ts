import type { Address } from "viem";
import { isChecksumAddress, toChecksumAddress } from "@/lib/shared/checksum-address";

/** Query parameter of a referral link. */
export const REFERRER_PARAMETER = "ref";

const ZERO_ADDRESS = `0x${"0".repeat(40)}`;

/** The referrer that a link names; null for anything but an address with a correct checksum. */
export function parseReferrer(text: string | null): Address | null {
  if (text === null || text === ZERO_ADDRESS || !isChecksumAddress(text)) return null;
  return toChecksumAddress(text);
}

/** The link to a token's page with which `referrer` earns. */
export function referralLink(
  page: { origin: string; pathname: string },
  referrer: Address,
): string {
  return `${page.origin}${page.pathname}?${REFERRER_PARAMETER}=${referrer}`;
}

const keyOf = (token: Address) => `slipway.referrer.${token}`;

/** The referrer with whose link the token's page was opened in this browser session. */
export function readReferrer(token: Address): Address | null {
  try {
    return parseReferrer(window.sessionStorage.getItem(keyOf(token)));
  } catch {
    // Storage is blocked.
    return null;
  }
}

export function writeReferrer(token: Address, referrer: Address): void {
  try {
    window.sessionStorage.setItem(keyOf(token), referrer);
  } catch {
    // Storage is blocked or full: the link counts for this page only.
  }
}
