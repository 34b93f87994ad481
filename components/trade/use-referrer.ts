"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ChainSlug } from "@/lib/shared/chains";
import { readReferrer, writeReferrer } from "@/lib/web/trade/referral/referrer";

/**
 * The referrer of the page's trades: from the link that opened it, now or earlier in this browser
 * session. Null if the token has no referral share, and until the chain has confirmed that the
 * address can be paid: a trade does not wait for a link, and does not fail because of one.
 * @param named the referrer that the page's link names
 */
export function useReferrer(
  chain: ChainSlug,
  token: `0x${string}`,
  referralShare: number,
  named: `0x${string}` | null,
): `0x${string}` | null {
  const [stored] = useState(() => readReferrer(token));
  useEffect(() => {
    if (named !== null) writeReferrer(token, named);
  }, [token, named]);
  const wanted = referralShare > 0 ? (named ?? stored) : null;
  const { data } = useQuery({
    queryKey: ["referrer", chain, wanted],
    // Loads viem for those who follow such a link.
    queryFn: wanted
      ? async () =>
          (await import("@/lib/web/trade/referral/can-earn-referrals")).canEarnOn(chain, wanted)
      : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ? wanted : null;
}
