import { type Address, type Hex, zeroAddress } from "viem";
import type { SwapEvent, TransferEvent } from "@/lib/features/market/rules/market-event";
import {
  type Holding,
  NO_FLOWS,
  type PositionFlows,
  settlePositions,
  tokensOf,
} from "@/lib/features/market/rules/position";
import type { Holdings, MarketBatch, PositionDelta } from "../store/market-batch";

type Place = { block: number; logIndex: number; time: number; txHash: Hex };
type Group = Place & {
  token: Address;
  trader: Address;
  boughtWei: bigint;
  paidWei: bigint;
  soldWei: bigint;
  proceedsWei: bigint;
  net: Map<Address, bigint>;
  /** Null while nothing was burned. */
  burned: Map<Address, bigint> | null;
};

/** A position while the batch is projected: what is held, and the sum of its changes. */
type Open = { holding: Holding; delta: PositionDelta };

/** Projects trades and transfers of a batch, one transaction after the other, to positions. */
export class PositionProjection {
  /** In the order of their first events. */
  readonly #groups: Group[] = [];
  readonly #byTransaction = new Map<Hex, Group[]>();
  readonly #input: {
    datasetId: number;
    holdings: Holdings;
    marketContracts: ReadonlySet<Address>;
  };

  /**
   * @param input.holdings of addresses that the batch touches
   * @param input.marketContracts contracts that hold tokens for pools and launches
   */
  constructor(input: {
    datasetId: number;
    holdings: Holdings;
    marketContracts: ReadonlySet<Address>;
  }) {
    this.#input = input;
  }

  addSwap(event: SwapEvent, token: Address): void {
    const group = this.#groupOf(event, token);
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
    const group = this.#groupOf(event, event.token);
    this.#change(group, event.from, -event.amountWei);
    this.#change(group, event.to, event.amountWei);
    if (event.to !== zeroAddress || !this.#isHolder(event.from)) return;
    group.burned ??= new Map();
    const burned = group.burned.get(event.from) ?? 0n;
    group.burned.set(event.from, burned + event.amountWei);
  }

  close(batch: MarketBatch): void {
    const { datasetId, holdings } = this.#input;
    const byToken = new Map<Address, Map<Address, Open>>();
    for (const group of this.#groups) {
      const { token, block, logIndex, time, txHash } = group;
      const stored = holdings.get(token);
      const opened = byToken.get(token) ?? new Map<Address, Open>();
      byToken.set(token, opened);
      const holdingOf = (holder: Address) =>
        opened.get(holder)?.holding ?? stored?.get(holder) ?? NOTHING;
      for (const [holder, flows] of settlePositions(group, holdingOf)) {
        let position = opened.get(holder);
        if (position === undefined) {
          const before = stored?.get(holder);
          position = openPosition({ datasetId, token, holder }, before);
          opened.set(holder, position);
          (before === null ? batch.newPositions : batch.positionDeltas).push(position.delta);
        }
        addFlows(position, flows);
        position.delta.lastBlock = block;
        position.delta.lastLogIndex = logIndex;
        batch.positionChanges.push({
          datasetId,
          block,
          logIndex,
          time,
          txHash,
          token,
          holder,
          boughtWei: flows.boughtWei,
          soldWei: flows.soldWei,
          receivedWei: flows.receivedWei,
          sentWei: flows.sentWei,
          burnedWei: flows.burnedWei,
          paidWei: flows.paidWei,
          proceedsWei: flows.proceedsWei,
          costWei: flows.costWei,
          realizedWei: flows.realizedWei,
        });
      }
    }
  }

  #groupOf(event: Place, token: Address): Group {
    const { block, logIndex, time, txHash } = event;
    const last = this.#groups.at(-1);
    // Nearly all events of a transaction follow each other.
    if (last?.txHash === txHash && last.token === token) {
      last.logIndex = logIndex;
      return last;
    }
    const ofTransaction = this.#byTransaction.get(txHash) ?? [];
    const known = ofTransaction.find((group) => group.token === token);
    if (known !== undefined) {
      known.logIndex = logIndex;
      return known;
    }
    const group: Group = {
      token,
      block,
      logIndex,
      time,
      txHash,
      trader: zeroAddress,
      boughtWei: 0n,
      paidWei: 0n,
      soldWei: 0n,
      proceedsWei: 0n,
      net: new Map(),
      burned: null,
    };
    ofTransaction.push(group);
    this.#byTransaction.set(txHash, ofTransaction);
    this.#groups.push(group);
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

function openPosition(
  { datasetId, token, holder }: { datasetId: number; token: Address; holder: Address },
  stored: Holding | null | undefined,
): Open {
  const { amountWei, costWei } = stored ?? NOTHING;
  return {
    holding: { amountWei, costWei },
    delta: {
      datasetId,
      token,
      holder,
      ...NO_FLOWS,
      amountWei: 0n,
      changes: 0,
      lastBlock: 0,
      lastLogIndex: 0,
    },
  };
}

function addFlows({ holding, delta }: Open, flows: PositionFlows): void {
  const tokensWei = tokensOf(flows);
  holding.amountWei += tokensWei;
  holding.costWei += flows.costWei;
  delta.amountWei += tokensWei;
  delta.boughtWei += flows.boughtWei;
  delta.soldWei += flows.soldWei;
  delta.receivedWei += flows.receivedWei;
  delta.sentWei += flows.sentWei;
  delta.burnedWei += flows.burnedWei;
  delta.paidWei += flows.paidWei;
  delta.proceedsWei += flows.proceedsWei;
  delta.costWei += flows.costWei;
  delta.realizedWei += flows.realizedWei;
  delta.changes += 1;
}
