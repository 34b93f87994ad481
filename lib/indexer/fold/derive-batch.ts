import type { Address, Hex } from "viem";
import { marketCapWei } from "@/lib/features/market/rules/market-cap";
import type { LaunchEvent, MarketEvent } from "@/lib/features/market/rules/market-event";
import type { MarketBatch, MarketView } from "../store/market-batch";
import { CandleFold } from "./candle-fold";
import { ManagerBooks } from "./manager-books";
import { TokenFold } from "./token-fold";

/**
 * Turns events into rows: what happened, and how everything touched stands afterwards. Pure; a
 * rebuild from the same events gives the same rows.
 * @param input.events of consecutive blocks, in chain order, all after the view
 * @param input.view what the events touch, as it stands before the first of them
 * @param input.tokenOfPool the token of a pool launched before these events
 * @param input.wallThresholdWei pending ETH that moves a wall, of tokens launched here
 */
export function deriveBatch(input: {
  datasetId: number;
  events: readonly MarketEvent[];
  view: MarketView;
  tokenOfPool: (poolId: Hex) => Address | undefined;
  wallThresholdWei: bigint;
}): MarketBatch {
  const { datasetId, events, view, wallThresholdWei } = input;
  const batch = emptyBatch();
  const launched = new Map<Hex, Address>();
  const tokenAt = (poolId: Hex) => launched.get(poolId) ?? input.tokenOfPool(poolId);
  const candles = new CandleFold();
  const tokens = new TokenFold({ datasetId, batch, view, candles, tokenAt });
  const managers = new ManagerBooks({ datasetId, batch, view, tokens });

  // The logs of a launch come before its TokenLaunched: mints and the first fee stream holder.
  for (const event of events) {
    if (event.kind !== "launch") continue;
    launched.set(event.poolId, event.token);
    tokens.open(event);
  }
  for (const event of events) {
    if (event.kind === "launch") {
      batch.launches.push({ ...event, datasetId });
      batch.newTokens.push(newToken(event, datasetId, wallThresholdWei));
    } else if ("manager" in event) {
      managers.apply(event);
    } else {
      tokens.apply(event);
    }
  }
  tokens.close();
  managers.close();
  batch.candles.push(...candles.rows());
  return batch;
}

function newToken(event: LaunchEvent, datasetId: number, wallThresholdWei: bigint) {
  return {
    datasetId,
    address: event.token,
    poolId: event.poolId,
    name: event.name,
    symbol: event.symbol,
    tokenUri: event.tokenUri,
    creator: event.creator,
    managerKind: event.managerKind,
    launcher: event.launcher,
    launchId: event.launchId,
    createdAt: event.time,
    createdBlock: event.block,
    createdLogIndex: event.logIndex,
    startTime: event.startTime,
    startingMarketCapWei: marketCapWei(event.sqrtPriceX96, event.supplyWei),
    startingSqrtPriceX96: event.sqrtPriceX96,
    feeShareBps: event.feeShareBps,
    wallThresholdWei,
  };
}

function emptyBatch(): MarketBatch {
  return {
    launches: [],
    swaps: [],
    transfers: [],
    supplyChanges: [],
    feeStreamTransfers: [],
    feeClaims: [],
    wallMoves: [],
    managerEvents: [],
    newTokens: [],
    tokenStates: [],
    balanceDeltas: [],
    candles: [],
    streamPayments: [],
    managers: [],
    managedTokens: [],
    shares: [],
    pools: [],
    accounts: [],
  };
}
