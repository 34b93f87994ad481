import { zeroAddress } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import { hookOfPool } from "@/lib/features/trade/rules/pool-key";
import type { ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import { renderEvent } from "./render-event";
import { finalDepth, notIndexed } from "./require-final-block";
import { EVENTS_MAX } from "./rules/limits";
import { toPoolChanges } from "./rules/pool-changes";
import type { AdapterEvents } from "./schema/events";

/**
 * Trades and liquidity of a range of final blocks, in chain order, for DEX Screener and GeckoTerminal.
 * @throws AppError invalid_parameters when the range is not final yet or holds too many events
 * @throws AppError dependency_unavailable
 */
export async function listEvents({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "market"> & {
    chains: Partial<Record<ChainSlug, Pick<ChainIdentity, "deployment">>>;
  };
  input: { params: { chain: ChainSlug }; query: { fromBlock: number; toBlock: number } };
}): Promise<AdapterEvents> {
  const chain = requireDataChain(ctx, input.params.chain);
  const found = await ctx.market.readPoolEvents({
    chainId: chain.chainId,
    depth: finalDepth(ctx, chain),
    from: input.query.fromBlock,
    to: input.query.toBlock,
    most: EVENTS_MAX,
  });
  if (found.kind === "not_final") {
    if (found.final === null) throw notIndexed(chain);
    throw refuse(`must be at most ${found.final.block}, the latest block`);
  }
  if (found.kind === "too_many") {
    throw refuse(`must be closer to \`fromBlock\`: there are more than ${EVENTS_MAX} events`);
  }
  const generations = ctx.chains[chain.slug]?.deployment.generations ?? [];
  const hooks = generations.map(({ contracts }) => contracts.launchHook);
  const changes = toPoolChanges(
    found.events,
    found.pools,
    (token, poolId) => hookOfPool(token, poolId, hooks) ?? zeroAddress,
  );
  return { events: changes.map(renderEvent) };
}

function refuse(message: string): AppError {
  const path = "toBlock";
  return new AppError("invalid_parameters", `${path}: ${message}`, {
    details: [{ path, message }],
  });
}
