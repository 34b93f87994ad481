import { ApiError, call } from "@slipway-launchpad/client";
import { queryOptions } from "@tanstack/react-query";
import type { Address } from "viem";
import { getAccount, listManagerEarners } from "@/lib/features/market/operations/market";
import { listTokens } from "@/lib/features/market/operations/tokens";
import { getConfig } from "@/lib/features/system/operations";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { type OwedAccounts, UNKNOWN_OWED } from "@/lib/web/managers/other-earners";
import { type ManagerFacts, readManager } from "@/lib/web/managers/read-manager";
import { chainIn } from "@/lib/web/queries";
import { chainReader } from "@/lib/web/trade/chain-reader";

/** With more tokens, reading them this often would exceed the relay's limit of a visitor. */
const INTERVAL_MS = { few: 10_000, many: 60_000 } as const;
const PAGE = 100;
/** A manager's newest tokens whose income is counted; the relay limits the work of a call. */
export const TOKENS_MAX = 500;

/** A manager's on-chain state, with the unclaimed fees of its tokens per earner. */
export function managerQuery(chain: ChainSlug, address: string) {
  const manager = toChecksumAddress(address);
  return queryOptions({
    queryKey: ["manager", chain, manager],
    queryFn: async ({ signal }): Promise<ManagerFacts> => {
      const config = await call(getConfig, {}, { signal });
      const facts = chainIn(config, chain);
      if (facts === undefined) {
        throw new Error(`${CHAINS[chain].name} is not configured on this launchpad`);
      }
      const [tokens, streams, owed] = facts.tokenData
        ? await Promise.all([
            tokensOf(chain, manager, signal),
            streamsOf(chain, manager, signal),
            owedBy(chain, manager, signal),
          ])
        : [[], [], UNKNOWN_OWED];
      return readManager(chainReader(chain), {
        factories: facts.generations.map(({ managerFactory }) => managerFactory),
        manager,
        tokens,
        streams,
        owed,
      });
    },
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.kind !== "none" && data.tokens.length > PAGE
        ? INTERVAL_MS.many
        : INTERVAL_MS.few,
  });
}

/**
 * The newest tokens of a manager, at most `TOKENS_MAX`. Ordered by age, so that a trade between two
 * pages moves none of them.
 */
async function tokensOf(chain: ChainSlug, manager: string, signal: AbortSignal): Promise<string[]> {
  const found = new Set<string>();
  for (let offset = 0; offset < TOKENS_MAX; offset += PAGE) {
    const query = { manager, sort: "newest", limit: `${PAGE}`, offset: `${offset}` } as const;
    const { data } = await call(listTokens, { params: { chain }, query }, { signal });
    for (const { tokenAddress } of data) found.add(tokenAddress);
    if (data.length < PAGE) break;
  }
  return [...found];
}

/** The accounts that a manager owes ETH; unknown if they cannot be read, because the rest does not need them. */
async function owedBy(
  chain: ChainSlug,
  manager: Address,
  signal: AbortSignal,
): Promise<OwedAccounts> {
  const params = { chain, managerAddress: manager };
  try {
    return await call(listManagerEarners, { params }, { signal });
  } catch (error) {
    if (signal.aborted || !(error instanceof ApiError)) throw error;
    return UNKNOWN_OWED;
  }
}

/** The tokens with the most income that a manager has not claimed, also those that a moderator has hidden. */
async function streamsOf(
  chain: ChainSlug,
  manager: Address,
  signal: AbortSignal,
): Promise<string[]> {
  const { streams } = await call(getAccount, { params: { chain, address: manager } }, { signal });
  return streams.map(({ tokenAddress }) => tokenAddress);
}
