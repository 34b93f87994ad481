import { call } from "@slipway-launchpad/client";
import { queryOptions } from "@tanstack/react-query";
import { getAddress } from "viem";
import { getAccount } from "@/lib/features/market/operations/market";
import type { ChainSlug } from "@/lib/shared/chains";
import type { PublicIdentity } from "@/lib/shared/identity";

const INTERVAL_MS = 15_000;
/** Maximum number of earners with history; each is one request. */
export const PARTS_MAX = 20;

/** Paid amount of an earner, and its public identity. */
export type EarnerPart = {
  account: string;
  claimed: string;
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
          const part = managers.find(({ managerAddress }) => managerAddress === address);
          return { account, claimed: part?.claimed ?? "0", identity };
        }),
      ),
    refetchInterval: INTERVAL_MS,
    enabled: recipients.length > 0,
  });
}
