import type { Address, Hex } from "viem";
import { zeroAddress } from "viem";
import type { MarketBatch, TokenState } from "../db/market/market-batch";
import { marketCapWei } from "../domain/market-cap";
import type { LaunchEvent, MarketEvent, SwapEvent, TransferEvent } from "../domain/market-event";

/**
 * Turns events into rows: what happened, and how every touched token stands afterwards. Pure; a
 * rebuild from the same events gives the same rows.
 * @param input.events of consecutive blocks, in chain order, all after the state
 * @param input.states the touched tokens as they stand before the first event
 * @param input.tokenOfPool the token of a pool launched before these events
 */
export function deriveBatch(input: {
  chain: number;
  events: readonly MarketEvent[];
  states: ReadonlyMap<Address, TokenState>;
  tokenOfPool: (poolId: Hex) => Address | undefined;
}): MarketBatch {
  const fold = new BatchFold(input.chain, input.states, input.tokenOfPool);
  // The logs of a launch come before its TokenLaunched: mints and the first fee stream holder.
  for (const event of input.events) if (event.kind === "launch") fold.open(event);
  for (const event of input.events) fold.apply(event);
  return fold.close();
}

class BatchFold {
  readonly #chain: number;
  readonly #tokenOfPool: (poolId: Hex) => Address | undefined;
  readonly #states: Map<Address, TokenState>;
  readonly #launched = new Map<Hex, Address>();
  readonly #touched = new Set<Address>();
  readonly #balances = new Map<Address, Map<Address, bigint>>();
  readonly #batch: MarketBatch = {
    launches: [],
    swaps: [],
    transfers: [],
    supplyChanges: [],
    feeStreamTransfers: [],
    feeClaims: [],
    wallMoves: [],
    newTokens: [],
    tokenStates: [],
    balanceDeltas: [],
  };

  constructor(
    chain: number,
    states: ReadonlyMap<Address, TokenState>,
    tokenOfPool: (poolId: Hex) => Address | undefined,
  ) {
    this.#chain = chain;
    this.#states = new Map(states);
    this.#tokenOfPool = tokenOfPool;
  }

  open(event: LaunchEvent): void {
    this.#launched.set(event.poolId, event.token);
    this.#set({
      address: event.token,
      owner: event.feeOwner,
      supplyWei: 0n,
      sqrtPriceX96: event.sqrtPriceX96,
      tick: event.tick,
    });
  }

  apply(event: MarketEvent): void {
    switch (event.kind) {
      case "launch":
        this.#applyLaunch(event);
        break;
      case "swap":
        this.#applySwap(event);
        break;
      case "transfer":
        this.#applyTransfer(event);
        break;
      case "feeStreamTransfer": {
        const state = this.#states.get(event.token);
        if (state === undefined) break;
        this.#batch.feeStreamTransfers.push(this.#row(event));
        this.#set({ ...state, owner: event.to });
        break;
      }
      case "feeClaim":
        if (this.#states.has(event.token)) this.#batch.feeClaims.push(this.#row(event));
        break;
      case "wallMove": {
        const token = this.#tokenAt(event.poolId);
        if (token !== undefined) this.#batch.wallMoves.push({ ...this.#row(event), token });
      }
    }
  }

  close(): MarketBatch {
    for (const address of this.#touched) {
      const state = this.#states.get(address);
      if (state !== undefined) this.#batch.tokenStates.push(state);
    }
    for (const [token, holders] of this.#balances) {
      for (const [holder, deltaWei] of holders) {
        if (deltaWei !== 0n) this.#batch.balanceDeltas.push({ token, holder, deltaWei });
      }
    }
    return this.#batch;
  }

  #applyLaunch(event: LaunchEvent): void {
    this.#batch.launches.push(this.#row(event));
    this.#batch.newTokens.push({
      chain: this.#chain,
      address: event.token,
      poolId: event.poolId,
      name: event.name,
      symbol: event.symbol,
      tokenUri: event.tokenUri,
      creator: event.creator,
      owner: event.feeOwner,
      manager: event.manager,
      managerKind: event.managerKind,
      launcher: event.launcher,
      launchId: event.launchId,
      createdAt: event.time,
      createdBlock: event.block,
      createdLogIndex: event.logIndex,
      startTime: event.startTime,
      supplyWei: event.supplyWei,
      sqrtPriceX96: event.sqrtPriceX96,
      tick: event.tick,
      marketCapWei: marketCapWei(event.sqrtPriceX96, event.supplyWei),
      startingMarketCapWei: marketCapWei(event.sqrtPriceX96, event.supplyWei),
    });
  }

  #applySwap(event: SwapEvent): void {
    const token = this.#tokenAt(event.poolId);
    const state = token === undefined ? undefined : this.#states.get(token);
    if (state === undefined) return;
    const { sqrtPriceX96, tick } = event;
    this.#set({ ...state, sqrtPriceX96, tick });
    this.#batch.swaps.push({
      ...this.#row(event),
      token: state.address,
      marketCapWei: marketCapWei(sqrtPriceX96, state.supplyWei),
    });
  }

  #applyTransfer(event: TransferEvent): void {
    const state = this.#states.get(event.token);
    if (state === undefined) return;
    this.#batch.transfers.push(this.#row(event));
    this.#addBalance(event.token, event.from, -event.amountWei);
    this.#addBalance(event.token, event.to, event.amountWei);
    const minted = event.from === zeroAddress ? event.amountWei : 0n;
    const burned = event.to === zeroAddress ? event.amountWei : 0n;
    const deltaWei = minted - burned;
    if (deltaWei === 0n) return;
    const supplyWei = state.supplyWei + deltaWei;
    this.#batch.supplyChanges.push({ ...this.#row(event), deltaWei, supplyWei });
    this.#set({ ...state, supplyWei });
  }

  #addBalance(token: Address, holder: Address, deltaWei: bigint): void {
    if (holder === zeroAddress) return;
    const holders = this.#balances.get(token) ?? new Map<Address, bigint>();
    holders.set(holder, (holders.get(holder) ?? 0n) + deltaWei);
    this.#balances.set(token, holders);
  }

  #tokenAt(poolId: Hex): Address | undefined {
    return this.#launched.get(poolId) ?? this.#tokenOfPool(poolId);
  }

  #row<E extends MarketEvent>(event: E): E & { chain: number } {
    return { ...event, chain: this.#chain };
  }

  #set(state: TokenState): void {
    this.#states.set(state.address, state);
    this.#touched.add(state.address);
  }
}
