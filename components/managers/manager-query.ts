import { call } from "@slipway-launchpad/client";
import { queryOptions } from "@tanstack/react-query";
import { listTokens } from "@/lib/features/market/operations/tokens";
import { getConfig } from "@/lib/features/system/operations";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { type ManagerFacts, readManager } from "@/lib/web/read-manager";
import { chainReader } from "@/lib/web/trade/chain-reader";

const INTERVAL_MS = 10_000;

/** A manager's on-chain state, with the unclaimed fees of its tokens per earner. */
export function managerQuery(chain: ChainSlug, address: string) {
  const manager = toChecksumAddress(address);
  return queryOptions({
    queryKey: ["manager", chain, manager],
    queryFn: async ({ signal }): Promise<ManagerFacts> => {
      const config = await call(getConfig, {}, { signal });
      const facts = config.chains.find(({ slug }) => slug === chain);
      if (facts === undefined) {
        throw new Error(`${CHAINS[chain].name} is not configured on this launchpad`);
      }
      const tokens = facts.tokenData ? await tokensOf(chain, manager, signal) : [];
      return readManager(chainReader(chain), {
        factories: facts.generations.map(({ managerFactory }) => managerFactory),
        manager,
        tokens,
      });
    },
    refetchInterval: INTERVAL_MS,
  });
}

async function tokensOf(chain: ChainSlug, manager: string, signal: AbortSignal): Promise<string[]> {
  const query = { manager, limit: "100" };
  const { data } = await call(listTokens, { params: { chain }, query }, { signal });
  return data.map(({ tokenAddress }) => tokenAddress);
}
