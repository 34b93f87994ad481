import { call } from "@slipway-launchpad/client";
import { queryOptions } from "@tanstack/react-query";
import { getAddress } from "viem";
import type { ChainSlug } from "@/lib/domain/chains";
import type { PublicIdentity } from "@/lib/domain/identity";
import { getAccount } from "@/lib/operations/data-market";

const INTERVAL_MS = 15_000;
/** Earners whose history is asked for; each is one request. */
export const PARTS_MAX = 20;

/** What an earner of a manager has had of it, and who it is as far as that is public. */
export type EarnerPart = {
  account: string;
  claimed: string;
  identity: PublicIdentity | null;
};

/** The parts of a manager's first earners, by the data interface. */
export function managerPartsQuery(chain: ChainSlug, manager: string, accounts: readonly string[]) {
  const asked = accounts.slice(0, PARTS_MAX);
  const address = getAddress(manager);
  return queryOptions({
    queryKey: ["manager-parts", chain, address, asked],
    queryFn: ({ signal }) =>
      Promise.all(
        asked.map(async (account): Promise<EarnerPart> => {
          const params = { chain, address: account };
          const { managers, identity } = await call(getAccount, { params }, { signal });
          const part = managers.find(({ managerAddress }) => managerAddress === address);
          return { account, claimed: part?.claimed ?? "0", identity };
        }),
      ),
    refetchInterval: INTERVAL_MS,
    enabled: asked.length > 0,
  });
}
