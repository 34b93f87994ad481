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
import { larger, smaller } from "@/lib/shared/bigint-min-max";
import type { MarketBatch, MarketView, TokenState } from "../store/market-batch";
import type { CandleProjection } from "./candle-projection";

type TokenEvent = Exclude<MarketEvent, LaunchEvent | FirstBuyEvent | { manager: Address }>;

/** A token's state with its market cap. */
type OpenState = { state: TokenState; capWei: bigint };

/** Projects token events of a batch: prices, supply, holders, fees and bid walls. */
export class TokenProjection {
  readonly #input: {
    datasetId: number;
    batch: MarketBatch;
    view: MarketView;
    candles: CandleProjection;
    tokenAt: (poolId: Hex) => Address | undefined;
  };
  /** States of touched tokens; changed in place. */
  readonly #open = new Map<Address, OpenState>();
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
  }

  /** Adds a new token with its state before the first log of its launch. */
  open(event: LaunchEvent): void {
    const startingWei = marketCapWei(event.sqrtPriceX96, event.supplyWei);
    const state: TokenState = {
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
    };
    this.#open.set(event.token, { state, capWei: 0n });
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
        const state = this.#change(event.token)?.state;
        if (state === undefined) break;
        const paidWei = event.from === zeroAddress ? 0n : state.paidWei;
        this.#input.batch.feeStreamTransfers.push({ ...this.#row(event), paidWei });
        state.owner = event.to;
        state.paidAtTransferWei = paidWei;
        break;
      }
      case "feeClaim": {
        const state = this.#change(event.token)?.state;
        if (state === undefined) break;
        this.#input.batch.feeClaims.push(this.#row(event));
        state.paidWei += event.amountWei;
        // The holder's earnings, also where `claimTo` sent them to another address.
        const paid = this.#payments.get(state.owner) ?? 0n;
        this.#payments.set(state.owner, paid + event.amountWei);
        break;
      }
      case "wallMove": {
        const state = this.#changePool(event.poolId)?.state;
        if (state === undefined) break;
        const pendingBeforeWei = state.wallPendingWei;
        const wall = moveWall(wallOf(state), event);
        setWall(state, wall);
        this.#input.batch.wallMoves.push({
          ...this.#row(event),
          token: state.address,
          pendingBeforeWei,
          liquidity: wall.liquidity,
        });
      }
    }
  }

  /** The current state of a token; undefined if it was not launched here. */
  find(token: Address): Readonly<TokenState> | undefined {
    return this.#open.get(token)?.state ?? this.#input.view.tokens.get(token);
  }

  setManager(token: Address, manager: Address): void {
    const open = this.#change(token);
    if (open !== undefined) open.state.manager = manager;
  }

  close(): void {
    const { batch } = this.#input;
    for (const { state } of this.#open.values()) batch.tokenStates.push(state);
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
    const open = this.#changePool(event.poolId);
    if (open === undefined) return;
    const { state, capWei: beforeWei } = open;
    const { datasetId, view, batch, candles } = this.#input;
    const { block, logIndex, time, txHash, sender, sqrtPriceX96, tick } = event;
    const volumeWei = tradeVolumeWei(event);
    const wall = feedWall(wallOf(state), wallFeeWei(event));
    state.sqrtPriceX96 = sqrtPriceX96;
    state.tick = tick;
    if (isInDay(time, view.windowAt)) state.volume24hWei += volumeWei;
    if (time <= view.windowAt - DAY) state.referenceSqrtPriceX96 = sqrtPriceX96;
    state.earnedWei += event.creatorFeeWei;
    state.referralWei += event.referralWei;
    setWall(state, wall);
    updateCap(open);
    const afterWei = open.capWei;
    candles.add(state.address, { time, block, beforeWei, afterWei, volumeWei, sqrtPriceX96 });
    batch.swaps.push({
      datasetId,
      block,
      logIndex,
      time,
      txHash,
      token: state.address,
      sender,
      trader: event.trader ?? sender,
      ethToPoolWei: event.ethToPoolWei,
      tokenToPoolWei: event.tokenToPoolWei,
      feeWei: event.feeWei,
      creatorFeeWei: event.creatorFeeWei,
      referralWei: event.referralWei,
      sqrtPriceX96,
      tick,
      marketCapBeforeWei: beforeWei,
      marketCapWei: afterWei,
    });
  }

  #applyTransfer(event: TransferEvent): void {
    const state = this.find(event.token);
    if (state === undefined) return;
    const { datasetId, batch } = this.#input;
    const { block, logIndex, time, txHash, token, from, to, amountWei } = event;
    batch.transfers.push({ datasetId, block, logIndex, time, txHash, token, from, to, amountWei });
    this.#addBalance(token, from, -amountWei);
    this.#addBalance(token, to, amountWei);
    const minted = from === zeroAddress ? amountWei : 0n;
    const burned = to === zeroAddress ? amountWei : 0n;
    const deltaWei = minted - burned;
    if (deltaWei === 0n) return;
    const open = this.#change(token);
    if (open === undefined) return;
    open.state.supplyWei += deltaWei;
    updateCap(open);
    const { supplyWei } = open.state;
    batch.supplyChanges.push({ ...this.#row(event), deltaWei, supplyWei });
  }

  #addBalance(token: Address, holder: Address, deltaWei: bigint): void {
    if (holder === zeroAddress) return;
    let holders = this.#balances.get(token);
    if (holders === undefined) {
      holders = new Map();
      this.#balances.set(token, holders);
    }
    holders.set(holder, (holders.get(holder) ?? 0n) + deltaWei);
  }

  /** The state of a token, to be changed in place; the view keeps the state before the batch. */
  #change(token: Address): OpenState | undefined {
    const known = this.#open.get(token);
    if (known !== undefined) return known;
    const stored = this.#input.view.tokens.get(token);
    if (stored === undefined) return undefined;
    const state = { ...stored };
    const open = { state, capWei: marketCapWei(state.sqrtPriceX96, state.supplyWei) };
    this.#open.set(token, open);
    return open;
  }

  #changePool(poolId: Hex): OpenState | undefined {
    const token = this.#input.tokenAt(poolId);
    return token === undefined ? undefined : this.#change(token);
  }

  #row<E extends MarketEvent>(event: E): E & { datasetId: number } {
    return { ...event, datasetId: this.#input.datasetId };
  }
}

/** Updates the market cap and its extremes; before the mint there is none. */
function updateCap(open: OpenState): void {
  const { state } = open;
  open.capWei = marketCapWei(state.sqrtPriceX96, state.supplyWei);
  if (state.supplyWei === 0n) return;
  state.allTimeHighWei = larger(open.capWei, state.allTimeHighWei);
  state.allTimeLowWei = smaller(open.capWei, state.allTimeLowWei);
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

function setWall(state: TokenState, wall: BidWall): void {
  state.wallLifetimeWei = wall.lifetimeWei;
  state.wallPendingWei = wall.pendingWei;
  state.wallPlacedWei = wall.placedWei;
  state.wallLiquidity = wall.liquidity;
  state.wallLower = wall.lower;
  state.wallUpper = wall.upper;
}
