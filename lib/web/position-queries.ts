import type { ChainSlug } from "@/lib/shared/chains";
import { every, RANKING_INTERVAL_MS, readQuery } from "./queries";
import { getPosition, listHistory } from "./reads/token-reads";

/** Queries about an address and one token, for the token page. */

/** Changes per page of a file and of a chart's markers. */
export const CHANGES_AT_ONCE = 1_000;

/** The position of an address in a token. */
export function positionQuery(chain: ChainSlug, tokenAddress: string, address: string) {
  return {
    ...readQuery(getPosition, { params: { chain, tokenAddress, address } }),
    refetchInterval: every(RANKING_INTERVAL_MS),
  };
}

/** The newest trades and transfers of an address with a token, for the chart. */
export function ownChangesQuery(chain: ChainSlug, tokenAddress: string, address: string) {
  const query = { tokenAddress, limit: String(CHANGES_AT_ONCE) };
  return {
    ...readQuery(listHistory, { params: { chain, address }, query }),
    refetchInterval: every(RANKING_INTERVAL_MS),
  };
}
