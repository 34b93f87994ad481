import type { Address, Hex } from "viem";
import { marketCapWei } from "@/lib/features/market/rules/market-cap";
import type { LaunchEvent, MarketEvent } from "@/lib/features/market/rules/market-event";
import { hookOfPool } from "@/lib/features/trade/rules/pool-key";
import type { MarketBatch, MarketView } from "../store/market-batch";
import { CandleProjection } from "./candle-projection";
import { ManagerEventProjection } from "./manager-event-projection";
import { orderClaims } from "./order-claims";
import { PositionProjection } from "./position-projection";
import { TokenProjection } from "./token-projection";

/**
 * Projects events to rows: the events themselves and the new state of everything they touch. Pure: a
 * rebuild from the same events produces the same rows.
 * @param input.events events of consecutive blocks, in chain order, all after the view
 * @param input.view state of everything the events touch, before the first event
 * @param input.tokenOfPool token of a pool that was launched before these events
 * @param input.wallThresholds by hook, the most ETH that waits before it feeds the bid wall of a token
 * @param input.marketContracts contracts that hold tokens for pools; they have no positions
 */
export function deriveBatch(input: {
  datasetId: number;
  events: readonly MarketEvent[];
  view: MarketView;
  tokenOfPool: (poolId: Hex) => Address | undefined;
  wallThresholds: ReadonlyMap<Address, bigint>;
  marketContracts: ReadonlySet<Address>;
}): MarketBatch {
  const { datasetId, events, view, wallThresholds, marketContracts } = input;
  const batch = emptyBatch();
  const launched = new Map<Hex, Address>();
  const tokenAt = (poolId: Hex) => launched.get(poolId) ?? input.tokenOfPool(poolId);
  const candles = new CandleProjection();
  const tokens = new TokenProjection({ datasetId, batch, view, candles, tokenAt });
  const { holdings } = view;
  const positions = new PositionProjection({ datasetId, holdings, marketContracts });
  const managers = new ManagerEventProjection({ datasetId, batch, view, tokens });

  // Mints and the first fee stream transfer are logged before TokenLaunched.
  for (const event of events) {
    if (event.kind !== "launch") continue;
    launched.set(event.poolId, event.token);
    tokens.open(event);
  }
  for (const event of orderClaims(events)) {
    // The most frequent events first.
    if (event.kind === "swap") {
      tokens.apply(event);
      const token = tokenAt(event.poolId);
      if (token !== undefined && tokens.find(token)) positions.addSwap(event, token);
    } else if (event.kind === "transfer") {
      tokens.apply(event);
      if (tokens.find(event.token)) positions.addTransfer(event);
    } else if (event.kind === "launch") {
      batch.launches.push({ ...event, datasetId });
      batch.newTokens.push(newToken(event, datasetId, wallThresholds));
    } else if ("manager" in event) {
      managers.apply(event);
    } else if (event.kind === "firstBuy") {
      // It is in the transaction of the launch, and therefore in this batch.
      const token = batch.newTokens.find(({ address }) => address === event.token);
      if (token === undefined) throw new Error(`a first buy of ${event.token} without its launch`);
      token.firstBuyWei = event.ethWei;
      token.firstBuyTokensWei = event.tokensWei;
    } else {
      tokens.apply(event);
    }
  }
  tokens.close();
  positions.close(batch);
  managers.close();
  batch.candles.push(...candles.rows());
  return batch;
}

function newToken(
  event: LaunchEvent,
  datasetId: number,
  wallThresholds: ReadonlyMap<Address, bigint>,
) {
  const hook = hookOfPool(event.token, event.poolId, [...wallThresholds.keys()]);

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
    protectionStartBps: event.protectionStartBps,
    protectionEnd: event.protectionEnd,
    referralPercent: event.referralPercent,
    startingMarketCapWei: marketCapWei(event.sqrtPriceX96, event.supplyWei),
    startingSqrtPriceX96: event.sqrtPriceX96,
    firstBuyWei: 0n,
    firstBuyTokensWei: 0n,
    feeShareBps: event.feeShareBps,
    wallThresholdWei: (hook && wallThresholds.get(hook)) ?? 0n,
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
    positionChanges: [],
    newPositions: [],
    positionDeltas: [],
    candles: [],
    streamPayments: [],
    managers: [],
    managedTokens: [],
    shares: [],
    pools: [],
    accounts: [],
  };
}
