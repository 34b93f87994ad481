"use client";

import { useEffect, useState } from "react";
import { readReferrer, writeReferrer } from "@/lib/web/trade/referrer";

/**
 * The referrer of the page's trades: from the link that opened it, now or earlier in this browser
 * session. Null if the token has no referral share.
 * @param named the referrer that the page's link names
 */
export function useReferrer(
  token: `0x${string}`,
  referralShare: number,
  named: `0x${string}` | null,
): `0x${string}` | null {
  const [stored] = useState(() => readReferrer(token));
  useEffect(() => {
    if (named !== null) writeReferrer(token, named);
  }, [token, named]);
  return referralShare > 0 ? (named ?? stored) : null;
}
