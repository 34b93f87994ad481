import { call } from "@slipway-launchpad/client";
import { queryOptions } from "@tanstack/react-query";
import { getAddress } from "viem";
import { getAccount, listManagerEarners } from "@/lib/features/market/operations/market";
import { ACCOUNT_MANAGERS_MAX } from "@/lib/features/market/schema/fees";
import type { ChainSlug } from "@/lib/shared/chains";
import type { PublicIdentity } from "@/lib/shared/identity";

const INTERVAL_MS = 15_000;
/** The first earners are looked up if the list omits them; each is one request. */
const LOOKUPS_MAX = 20;

/** Paid amount of an earner, null if unknown, and its public identity. */
export type EarnerPart = {
  account: string;
  claimed: string | null;
  identity: PublicIdentity | null;
};

/**
 * Paid amounts of a manager's earners, from the Data API: of all that it lists as owed ETH, and of the
 * others among the first `accounts`.
 */
export function managerPartsQuery(chain: ChainSlug, manager: string, accounts: readonly string[]) {
  const first = accounts.slice(0, LOOKUPS_MAX);
  const address = getAddress(manager);
  return queryOptions({
    queryKey: ["manager-parts", chain, address, first],
    queryFn: async ({ signal }): Promise<EarnerPart[]> => {
      const params = { chain, managerAddress: address };
      const { earners } = await call(listManagerEarners, { params }, { signal });
      const owed = earners.map(({ address: account, claimed, identity }) => {
        return { account, claimed, identity };
      });
      const others = first.filter((one) => !owed.some(({ account }) => account === one));
      const lookUp = async (account: string): Promise<EarnerPart> => {
        const of = { params: { chain, address: account } };
        const { managers, identity } = await call(getAccount, of, { signal });
        return { account, claimed: claimedFrom(managers, address), identity };
      };
      return [...owed, ...(await Promise.all(others.map(lookUp)))];
    },
    refetchInterval: INTERVAL_MS,
    enabled: first.length > 0,
  });
}

/**
 * The ETH that a manager has paid to an address, from the managers that the Data API lists for it.
 * @returns null if the manager may be one of those that a full list omits
 */
export function claimedFrom(
  managers: readonly { managerAddress: string; claimed: string }[],
  manager: string,
): string | null {
  const part = managers.find(({ managerAddress }) => managerAddress === manager);
  if (part !== undefined) return part.claimed;
  return managers.length < ACCOUNT_MANAGERS_MAX ? "0" : null;
}
