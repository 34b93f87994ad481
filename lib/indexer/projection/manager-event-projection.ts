import {
  type LedgerEvent,
  ManagerProjection,
} from "@/lib/features/managers/rules/manager-projection";
import type { ManagerEvent } from "@/lib/features/market/rules/market-event";
import type { MarketBatch, MarketView } from "../store/market-batch";
import { toManagerRow } from "./manager-rows";
import type { TokenProjection } from "./token-projection";

/** Projects manager events of a batch. */
export class ManagerEventProjection {
  readonly #input: {
    datasetId: number;
    batch: MarketBatch;
    view: MarketView;
    tokens: TokenProjection;
  };
  readonly #projection: ManagerProjection;

  constructor(input: {
    datasetId: number;
    batch: MarketBatch;
    view: MarketView;
    tokens: TokenProjection;
  }) {
    this.#input = input;
    this.#projection = new ManagerProjection(input.view.managers, input.view.managedTokens);
  }

  apply(event: ManagerEvent): void {
    const { datasetId, batch, tokens } = this.#input;
    const recorded = this.#toRecorded(event);
    this.#projection.apply(recorded);
    batch.managerEvents.push({ datasetId, ...positionOf(event), ...toManagerRow(recorded) });
    if (event.kind === "tokenAttached") tokens.setManager(event.token, event.manager);
  }

  close(): void {
    const { batch } = this.#input;
    batch.managers.push(...this.#projection.managers.values());
    batch.managedTokens.push(...this.#projection.tokens.values());
    batch.shares.push(...this.#projection.shares);
    batch.pools.push(...this.#projection.pools());
    batch.accounts.push(...this.#projection.accounts());
  }

  /** The event with the token state that its effect depends on. */
  #toRecorded(event: ManagerEvent): LedgerEvent {
    const { tokens } = this.#input;
    if (event.kind === "tokenAttached") {
      const { manager, kind, token, payee } = event;
      return { manager, kind, token, payee, seenWei: tokens.find(token)?.paidAtTransferWei ?? 0n };
    }
    if (event.kind === "protocolRecipient") {
      const { manager, kind, recipient, synced } = event;
      const moved = [...this.#projection.tokens.values()].filter((token) => {
        if (token.manager !== manager) return false;
        const waitingWei = (tokens.find(token.token)?.earnedWei ?? 0n) - token.seenWei;
        // A token with unforwarded income changes at its next `Received`; one without emits no event.
        return waitingWei === 0n && (synced === null || synced.has(token.token));
      });
      return { manager, kind, recipient, moved: moved.map(({ token }) => token) };
    }
    return event;
  }
}

function positionOf({ block, logIndex, time, txHash }: ManagerEvent) {
  return { block, logIndex, time, txHash };
}
