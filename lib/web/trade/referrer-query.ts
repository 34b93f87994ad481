import { request } from "@slipway-launchpad/client";
import { queryOptions, skipToken } from "@tanstack/react-query";
import type { ChainSlug } from "@/lib/shared/chains";
import { getConfig } from "../reads/reads";

/** Whether an address can be paid referral fees on a chain. Loads viem on demand. */
export function referrerQuery(chain: ChainSlug, referrer: `0x${string}` | null) {
  return queryOptions({
    queryKey: ["referrer", chain, referrer],
    queryFn:
      referrer === null
        ? skipToken
        : async ({ signal }) => {
            const [{ canEarnReferrals }, { chainReader }, { chains }] = await Promise.all([
              import("./can-earn-referrals"),
              import("./chain-reader"),
              request(getConfig, {}, { signal }),
            ]);
            const facts = chains.find(({ slug }) => slug === chain);
            if (facts === undefined) throw new Error(`${chain} is not configured`);
            return canEarnReferrals(chainReader(chain), facts, referrer);
          },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
