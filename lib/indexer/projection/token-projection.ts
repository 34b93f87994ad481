import type { Address, Hex } from "viem";
import { zeroAddress } from "viem";
import { type BidWall, feedWall, moveWall } from "@/lib/features/market/rules/bid-wall";
import { DAY, isInDay } from "@/lib/features/market/rules/day-window";
import { marketCapWei } from "@/lib/features/market/rules/market-cap";
import type {
  FirstBuyEvent,
  LaunchEvent,
  MarketEvent,
  SwapEvent,
  TransferEvent,
} from "@/lib/features/market/rules/market-event";
import { tradeVolumeWei, wallFeeWei } from "@/lib/features/market/rules/trade";
import { larger, smaller } from "@/lib/shared/larger";
import type { MarketBatch, MarketView, TokenState } from "../store/market-batch";
import type { CandleProjection } from "./candle-projection";

type TokenEvent = Exclude<MarketEvent, LaunchEvent | FirstBuyEvent | { manager: Address }>;

/** Projects token events of a batch: prices, supply, holders, fees and bid walls. */
export class TokenProjection {
  readonly #input: {
    datasetId: number;
    batch: MarketBatch;
    view: MarketView;
    candles: CandleProjection;
    tokenAt: (poolId: Hex) => Address | undefined;
  };
  readonly #states: Map<Address, TokenState>;
  readonly #touched = new Set<Address>();
  readonly #balances = new Map<Address, Map<Address, bigint>>();
  readonly #payments = new Map<Address, bigint>();

  constructor(input: {
    datasetId: number;
    batch: MarketBatch;
    view: MarketView;
    candles: CandleProjection;
    tokenAt: (poolId: Hex) => Address | undefined;
  }) {
    this.#input = input;
    this.#states = new Map(input.view.tokens);
  }

  /** Adds a new token with its state before the first log of its launch. */
  open(event: LaunchEvent): void {
    const startingWei = marketCapWei(event.sqrtPriceX96, event.supplyWei);
    this.#set({
      address: event.token,
      owner: event.feeOwner,
      manager: event.manager,
      supplyWei: 0n,
      sqrtPriceX96: event.sqrtPriceX96,
      tick: event.tick,
      allTimeHighWei: startingWei,
      allTimeLowWei: startingWei,
      volume24hWei: 0n,
      referenceSqrtPriceX96: event.sqrtPriceX96,
      earnedWei: 0n,
      paidWei: 0n,
      paidAtTransferWei: 0n,
      referralWei: 0n,
      wallLifetimeWei: 0n,
      wallPendingWei: 0n,
      wallPlacedWei: 0n,
      wallLiquidity: 0n,
      wallLower: 0,
      wallUpper: 0,
    });
  }

  apply(event: TokenEvent): void {
    switch (event.kind) {
      case "swap":
        this.#applySwap(event);
        break;
      case "transfer":
        this.#applyTransfer(event);
        break;
      case "feeStreamTransfer": {
        const state = this.#states.get(event.token);
        if (state === undefined) break;
        const paidWei = event.from === zeroAddress ? 0n : state.paidWei;
        this.#input.batch.feeStreamTransfers.push({ ...this.#row(event), paidWei });
        this.#set({ ...state, owner: event.to, paidAtTransferWei: paidWei });
        break;
      }
      case "feeClaim": {
        const state = this.#states.get(event.token);
        if (state === undefined) break;
        this.#input.batch.feeClaims.push(this.#row(event));
        this.#set({ ...state, paidWei: state.paidWei + event.amountWei });
        const paid = this.#payments.get(event.to) ?? 0n;
        this.#payments.set(event.to, paid + event.amountWei);
        break;
      }
      case "wallMove": {
        const state = this.#stateAt(event.poolId);
        if (state === undefined) break;
        const wall = moveWall(wallOf(state), event);
        this.#input.batch.wallMoves.push({
          ...this.#row(event),
          token: state.address,
          pendingBeforeWei: state.wallPendingWei,
          liquidity: wall.liquidity,
        });
        this.#set({ ...state, ...wallColumns(wall) });
      }
    }
  }

  /** The current state of a token; undefined if it was not launched here. */
  find(token: Address): TokenState | undefined {
    return this.#states.get(token);
  }

  setManager(token: Address, manager: Address): void {
    const state = this.#states.get(token);
    if (state !== undefined) this.#set({ ...state, manager });
  }

  close(): void {
    const { batch } = this.#input;
    for (const address of this.#touched) {
      const state = this.#states.get(address);
      if (state !== undefined) batch.tokenStates.push(state);
    }
    for (const [token, holders] of this.#balances) {
      for (const [holder, deltaWei] of holders) {
        if (deltaWei !== 0n) batch.balanceDeltas.push({ token, holder, deltaWei });
      }
    }
    for (const [account, paidWei] of this.#payments) {
      batch.streamPayments.push({ account, paidWei });
    }
  }

  #applySwap(event: SwapEvent): void {
    const state = this.#stateAt(event.poolId);
    if (state === undefined) return;
    const { view, batch, candles } = this.#input;
    const { sqrtPriceX96, tick, time, block } = event;
    const volumeWei = tradeVolumeWei(event);
    const beforeWei = marketCapWei(state.sqrtPriceX96, state.supplyWei);
    const afterWei = marketCapWei(sqrtPriceX96, state.supplyWei);
    const isOld = time <= view.windowAt - DAY;
    this.#set({
      ...state,
      sqrtPriceX96,
      tick,
      volume24hWei: state.volume24hWei + (isInDay(time, view.windowAt) ? volumeWei : 0n),
      referenceSqrtPriceX96: isOld ? sqrtPriceX96 : state.referenceSqrtPriceX96,
      earnedWei: state.earnedWei + event.creatorFeeWei,
      referralWei: state.referralWei + event.referralWei,
      ...wallColumns(feedWall(wallOf(state), wallFeeWei(event))),
    });
    candles.add(state.address, { time, block, beforeWei, afterWei, volumeWei, sqrtPriceX96 });
    batch.swaps.push({
      ...this.#row(event),
      trader: event.trader ?? event.sender,
      token: state.address,
      marketCapBeforeWei: beforeWei,
      marketCapWei: afterWei,
    });
  }

  #applyTransfer(event: TransferEvent): void {
    const state = this.#states.get(event.token);
    if (state === undefined) return;
    const { batch } = this.#input;
    batch.transfers.push(this.#row(event));
    this.#addBalance(event.token, event.from, -event.amountWei);
    this.#addBalance(event.token, event.to, event.amountWei);
    const minted = event.from === zeroAddress ? event.amountWei : 0n;
    const burned = event.to === zeroAddress ? event.amountWei : 0n;
    const deltaWei = minted - burned;
    if (deltaWei === 0n) return;
    const supplyWei = state.supplyWei + deltaWei;
    batch.supplyChanges.push({ ...this.#row(event), deltaWei, supplyWei });
    this.#set({ ...state, supplyWei });
  }

  #addBalance(token: Address, holder: Address, deltaWei: bigint): void {
    if (holder === zeroAddress) return;
    const holders = this.#balances.get(token) ?? new Map<Address, bigint>();
    holders.set(holder, (holders.get(holder) ?? 0n) + deltaWei);
    this.#balances.set(token, holders);
  }

  #stateAt(poolId: Hex): TokenState | undefined {
    const token = this.#input.tokenAt(poolId);
    return token === undefined ? undefined : this.#states.get(token);
  }

  #row<E extends MarketEvent>(event: E): E & { datasetId: number } {
    return { ...event, datasetId: this.#input.datasetId };
  }

  /** Updates the all-time high and low; before the mint there is no market cap. */
  #set(state: TokenState): void {
    const capWei = marketCapWei(state.sqrtPriceX96, state.supplyWei);
    const { allTimeHighWei: high, allTimeLowWei: low } = state;
    const isMinted = state.supplyWei > 0n;
    this.#states.set(state.address, {
      ...state,
      allTimeHighWei: isMinted ? larger(capWei, high) : high,
      allTimeLowWei: isMinted ? smaller(capWei, low) : low,
    });
    this.#touched.add(state.address);
  }
}

function wallOf(state: TokenState): BidWall {
  return {
    lifetimeWei: state.wallLifetimeWei,
    pendingWei: state.wallPendingWei,
    placedWei: state.wallPlacedWei,
    liquidity: state.wallLiquidity,
    lower: state.wallLower,
    upper: state.wallUpper,
  };
}

function wallColumns(wall: BidWall) {
  return {
    wallLifetimeWei: wall.lifetimeWei,
    wallPendingWei: wall.pendingWei,
    wallPlacedWei: wall.placedWei,
    wallLiquidity: wall.liquidity,
    wallLower: wall.lower,
    wallUpper: wall.upper,
  };
}
