import { call } from "@slipway-launchpad/client";
import { queryOptions } from "@tanstack/react-query";
import { getAddress } from "viem";
import { getAccount } from "@/lib/features/market/operations/market";
import { ACCOUNT_MANAGERS_MAX } from "@/lib/features/market/schema/fees";
import type { ChainSlug } from "@/lib/shared/chains";
import type { PublicIdentity } from "@/lib/shared/identity";

const INTERVAL_MS = 15_000;
/** Maximum number of earners with history; each is one request. */
export const PARTS_MAX = 20;

/** Paid amount of an earner, null if unknown, and its public identity. */
export type EarnerPart = {
  account: string;
  claimed: string | null;
  identity: PublicIdentity | null;
};

/** Shares of a manager's first earners, from the Data API. */
export function managerPartsQuery(chain: ChainSlug, manager: string, accounts: readonly string[]) {
  const recipients = accounts.slice(0, PARTS_MAX);
  const address = getAddress(manager);
  return queryOptions({
    queryKey: ["manager-parts", chain, address, recipients],
    queryFn: ({ signal }) =>
      Promise.all(
        recipients.map(async (account): Promise<EarnerPart> => {
          const params = { chain, address: account };
          const { managers, identity } = await call(getAccount, { params }, { signal });
          return { account, claimed: claimedFrom(managers, address), identity };
        }),
      ),
    refetchInterval: INTERVAL_MS,
    enabled: recipients.length > 0,
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
