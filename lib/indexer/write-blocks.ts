import type { Address, Hex } from "viem";
import type { MarketEvent } from "@/lib/features/market/rules/market-event";
import type { Touched } from "@/lib/features/market/store/read-view";
import type { ChainState, IndexerContext, ReadBlocks } from "./indexer-context";
import { deriveBatch } from "./projection/derive-batch";
import { traceLaunches } from "./trace-launches";

/**
 * Writes verified blocks with their derived rows and advances the state.
 * @throws CheckpointMovedError
 */
export async function writeBlocks(
  ctx: IndexerContext,
  state: ChainState,
  { events, blocks, next }: ReadBlocks,
): Promise<void> {
  const launches = events.filter((event) => event.kind === "launch");
  const launched = new Map(launches.map(({ poolId, token }) => [poolId, token]));
  const tokenOfPool = (poolId: Hex) => launched.get(poolId) ?? state.tokenOfPool.get(poolId);
  const { store, wallThresholds } = state;
  const startedAt = new Date();
  await store.applyBatch({
    expected: state.checkpoint,
    next,
    head: state.head,
    blocks,
    events: events.length,
    keepBlocksFrom: state.head - ctx.policy.keepBlocks,
    touched: touchedBy(events, tokenOfPool),
    derive: (view) =>
      deriveBatch({
        datasetId: store.datasetId,
        events,
        view,
        tokenOfPool,
        wallThresholds,
        marketContracts: ctx.deployment.marketContracts,
      }),
  });
  // A rebuild indexes launches of the past again.
  if (!state.isBuilding && state.head - next.block < ctx.policy.liveBlocks) {
    void traceLaunches(ctx, launches, startedAt);
  }
  state.checkpoint = next;
  state.written += events.length;
  for (const { poolId, token } of launches) {
    state.tokenOfPool.set(poolId, token);
    state.tokens.add(token);
  }
  for (const event of events) {
    if (event.kind === "managerCreated") state.managers.add(event.manager);
  }
  ctx.log.debug({ block: next.block, head: state.head, events: events.length }, "indexed");
}

function touchedBy(
  events: readonly MarketEvent[],
  tokenOfPool: (poolId: Hex) => Address | undefined,
): Touched {
  const tokens = new Set<Address>();
  const managers = new Set<Address>();
  const walked = new Set<Address>();
  const holders: Touched["holders"] = [];
  const seen = new Map<Address, Set<Address>>();
  const touch = (token: Address, holder: Address) => {
    const ofToken = seen.get(token) ?? new Set<Address>();
    if (ofToken.has(holder)) return;
    seen.set(token, ofToken.add(holder));
    holders.push({ token, holder });
  };
  for (const event of events) {
    // The most frequent events first.
    if (event.kind === "transfer") {
      tokens.add(event.token);
      touch(event.token, event.from);
      touch(event.token, event.to);
      continue;
    }
    if (event.kind === "swap") {
      const token = tokenOfPool(event.poolId);
      if (token === undefined) continue;
      tokens.add(token);
      // A trade that changes no balance, as between two contracts, belongs to its sender.
      touch(token, event.trader ?? event.sender);
      continue;
    }
    if ("poolId" in event) {
      const token = tokenOfPool(event.poolId);
      if (token !== undefined) tokens.add(token);
    } else if ("token" in event && event.token !== null) {
      tokens.add(event.token);
    }
    if (event.kind !== "launch" && "manager" in event) managers.add(event.manager);
    if (event.kind === "protocolRecipient") walked.add(event.manager);
  }
  return {
    tokens: [...tokens],
    managers: [...managers],
    walked: [...walked],
    holders,
  };
}
