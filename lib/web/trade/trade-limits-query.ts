import { call } from "@slipway-launchpad/client";
import { queryOptions } from "@tanstack/react-query";
import { getTradeLimits } from "@/lib/features/account-trade/operations";
import type { ChainSlug } from "@/lib/shared/chains";

/** The signed-in user's remaining limits for trades with managed wallets. */
export function tradeLimitsQuery(chain: ChainSlug) {
  return queryOptions({
    queryKey: ["trade-limits", chain],
    queryFn: ({ signal }) => call(getTradeLimits, { query: { chain } }, { signal }),
  });
}
