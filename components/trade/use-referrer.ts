"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import {
  parseReferrer,
  REFERRER_PARAMETER,
  readReferrer,
  writeReferrer,
} from "@/lib/web/trade/referrer";

/**
 * The referrer of the page's trades: whose link opened it, now or earlier in this browser session.
 * Null if the token's creator gives referrers nothing.
 */
export function useReferrer(token: `0x${string}`, referralShare: number): `0x${string}` | null {
  const named = parseReferrer(useSearchParams().get(REFERRER_PARAMETER));
  const [stored] = useState(() => readReferrer(token));
  useEffect(() => {
    if (named !== null) writeReferrer(token, named);
  }, [token, named]);
  return referralShare > 0 ? (named ?? stored) : null;
}
