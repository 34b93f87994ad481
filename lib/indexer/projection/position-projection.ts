import { type Address, type Hex, zeroAddress } from "viem";
import type { SwapEvent, TransferEvent } from "@/lib/features/market/rules/market-event";
import {
  type Holding,
  NO_FLOWS,
  type PositionFlows,
  positionKey,
  settlePositions,
  tokensOf,
} from "@/lib/features/market/rules/position";
import type { MarketBatch, PositionDelta } from "../store/market-batch";

type Place = { block: number; logIndex: number; time: number; txHash: Hex };
type Group = Place & {
  token: Address;
  trader: Address;
  boughtWei: bigint;
  paidWei: bigint;
  soldWei: bigint;
  proceedsWei: bigint;
  net: Map<Address, bigint>;
  burned: Map<Address, bigint>;
};

/** Projects trades and transfers of a batch, one transaction after the other, to positions. */
export class PositionProjection {
  readonly #groups = new Map<string, Group>();
  readonly #input: {
    datasetId: number;
    holdings: ReadonlyMap<string, Holding>;
    marketContracts: ReadonlySet<Address>;
  };

  /**
   * @param input.holdings of addresses that the batch touches, by `positionKey`
   * @param input.marketContracts contracts that hold tokens for pools and launches
   */
  constructor(input: {
    datasetId: number;
    holdings: ReadonlyMap<string, Holding>;
    marketContracts: ReadonlySet<Address>;
  }) {
    this.#input = input;
  }

  /** @param event.token of the swap's pool */
  addSwap(event: SwapEvent & { token: Address }): void {
    const group = this.#groupOf(event);
    group.trader = event.trader ?? event.sender;
    if (event.ethToPoolWei > 0n) {
      group.boughtWei -= event.tokenToPoolWei;
      group.paidWei += event.ethToPoolWei + event.feeWei;
    } else {
      group.soldWei += event.tokenToPoolWei;
      group.proceedsWei += -event.ethToPoolWei - event.feeWei;
    }
  }

  addTransfer(event: TransferEvent): void {
    const group = this.#groupOf(event);
    this.#change(group, event.from, -event.amountWei);
    this.#change(group, event.to, event.amountWei);
    if (event.to !== zeroAddress || !this.#isHolder(event.from)) return;
    const burned = group.burned.get(event.from) ?? 0n;
    group.burned.set(event.from, burned + event.amountWei);
  }

  close(batch: MarketBatch): void {
    const { datasetId, holdings } = this.#input;
    const current = new Map(holdings);
    const deltas = new Map<string, PositionDelta>();
    for (const group of this.#groups.values()) {
      const { token, block, logIndex, time, txHash } = group;
      const holdingOf = (holder: Address) => current.get(positionKey(holder, token)) ?? NOTHING;
      for (const [holder, flows] of settlePositions(group, holdingOf)) {
        const key = positionKey(holder, token);
        const before = holdingOf(holder);
        current.set(key, {
          amountWei: before.amountWei + tokensOf(flows),
          costWei: before.costWei + flows.costWei,
        });
        batch.positionChanges.push({
          ...{ datasetId, block, logIndex, time, txHash, token, holder },
          ...flows,
        });
        const delta = deltas.get(key) ?? { ...EMPTY_DELTA, token, holder };
        deltas.set(key, { ...addFlows(delta, flows), lastBlock: block, lastLogIndex: logIndex });
      }
    }
    batch.positionDeltas.push(...deltas.values());
  }

  #groupOf(event: Place & { token: Address }): Group {
    const { token, block, logIndex, time, txHash } = event;
    const key = `${txHash}:${token}`;
    const group = this.#groups.get(key) ?? {
      ...{ token, block, logIndex, time, txHash },
      trader: zeroAddress,
      boughtWei: 0n,
      paidWei: 0n,
      soldWei: 0n,
      proceedsWei: 0n,
      net: new Map<Address, bigint>(),
      burned: new Map<Address, bigint>(),
    };
    group.logIndex = logIndex;
    this.#groups.set(key, group);
    return group;
  }

  #change({ net }: Group, holder: Address, delta: bigint): void {
    if (!this.#isHolder(holder)) return;
    net.set(holder, (net.get(holder) ?? 0n) + delta);
  }

  #isHolder(address: Address): boolean {
    return address !== zeroAddress && !this.#input.marketContracts.has(address);
  }
}

const NOTHING: Holding = { amountWei: 0n, costWei: 0n };
const EMPTY_DELTA = { ...NO_FLOWS, amountWei: 0n, changes: 0, lastBlock: 0, lastLogIndex: 0 };

function addFlows(delta: PositionDelta, flows: PositionFlows): PositionDelta {
  return {
    ...delta,
    amountWei: delta.amountWei + tokensOf(flows),
    boughtWei: delta.boughtWei + flows.boughtWei,
    soldWei: delta.soldWei + flows.soldWei,
    receivedWei: delta.receivedWei + flows.receivedWei,
    sentWei: delta.sentWei + flows.sentWei,
    burnedWei: delta.burnedWei + flows.burnedWei,
    paidWei: delta.paidWei + flows.paidWei,
    proceedsWei: delta.proceedsWei + flows.proceedsWei,
    costWei: delta.costWei + flows.costWei,
    realizedWei: delta.realizedWei + flows.realizedWei,
    changes: delta.changes + 1,
  };
}
