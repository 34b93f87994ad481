import type { Address } from "viem";
import { isHexAddress } from "@/lib/shared/address/is-hex-address";

/** Query parameter of a referral link. */
export const REFERRER_PARAMETER = "ref";

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
    const stored = window.sessionStorage.getItem(keyOf(token));
    return stored !== null && isHexAddress(stored) ? stored : null;
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
