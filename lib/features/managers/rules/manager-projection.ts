import type { Address } from "viem";
import type { EventShare } from "@/lib/features/market/rules/market-event";
import type { ManagerKind } from "./manager-kind";

/** State of a manager after its events; see `managers` in the market tables. */
export type ManagerRecord = {
  address: Address;
  kind: ManagerKind;
  owner: Address;
  bps: number;
  protocolRecipient: Address | null;
  generation: number;
};

/** A token whose income a manager shares. */
export type ManagedToken = {
  token: Address;
  manager: Address;
  payee: Address;
  seenWei: bigint;
  protocolRecipient: Address | null;
  /** All income goes to the payee. */
  isDropped: boolean;
};

/** A manager event with everything that the projection needs to apply it again. */
export type LedgerEvent = { manager: Address } & (
  | { kind: "managerCreated"; managerKind: ManagerKind; owner: Address }
  | { kind: "revenueTerms"; recipient: Address; feeBps: number }
  | { kind: "splitTerms"; creatorFirstBps: number; recipients: EventShare[] }
  | { kind: "managerOwner"; owner: Address }
  /** `seenWei`: what the stream paid to earlier holders, before it was attached. */
  | { kind: "tokenAttached"; token: Address; payee: Address; seenWei: bigint }
  | { kind: "tokenDropped"; token: Address }
  | { kind: "payeeChanged"; token: Address; payee: Address }
  | { kind: "received"; token: Address | null; payee: Address; amountWei: bigint; payeeWei: bigint }
  | { kind: "paid"; account: Address; amountWei: bigint }
  | { kind: "sharesChanged"; generation: number; recipients: EventShare[] }
  /** `moved`: tokens without unsynced income, which switch to the new recipient at once. */
  | { kind: "protocolRecipient"; recipient: Address; moved: Address[] }
);

export type AccountDelta = {
  manager: Address;
  account: Address;
  creditedWei: bigint;
  paidWei: bigint;
};
export type PoolDelta = { manager: Address; generation: number; recordedWei: bigint };
export type ShareRow = EventShare & { manager: Address; generation: number };

/**
 * Projection of manager events, with the rules of the contracts. Construct it with the managers and
 * tokens of the events as they were before. `managers`, `tokens` and `shares` then hold the new
 * state; `accounts()` and `pools()` the amounts to add. Source: contracts/src/managers.
 */
export class ManagerProjection {
  readonly managers: Map<Address, ManagerRecord>;
  readonly tokens: Map<Address, ManagedToken>;
  readonly shares: ShareRow[] = [];
  readonly #accounts = new Map<string, AccountDelta>();
  readonly #pools = new Map<string, PoolDelta>();

  constructor(
    managers: ReadonlyMap<Address, ManagerRecord> = new Map(),
    tokens: ReadonlyMap<Address, ManagedToken> = new Map(),
  ) {
    this.managers = new Map(managers);
    this.tokens = new Map(tokens);
  }

  accounts(): AccountDelta[] {
    return [...this.#accounts.values()];
  }

  pools(): PoolDelta[] {
    return [...this.#pools.values()];
  }

  apply(event: LedgerEvent): void {
    const { manager } = event;
    switch (event.kind) {
      case "managerCreated":
        this.managers.set(manager, {
          address: manager,
          kind: event.managerKind,
          owner: event.owner,
          bps: 0,
          protocolRecipient: null,
          generation: 0,
        });
        break;
      case "revenueTerms":
        this.#change(manager, { bps: event.feeBps, protocolRecipient: event.recipient });
        break;
      case "splitTerms":
        this.#change(manager, { bps: event.creatorFirstBps });
        this.#setShares(manager, 0, event.recipients);
        break;
      case "managerOwner":
        this.#change(manager, { owner: event.owner });
        break;
      case "sharesChanged":
        this.#change(manager, { generation: event.generation });
        this.#setShares(manager, event.generation, event.recipients);
        break;
      case "protocolRecipient":
        this.#change(manager, { protocolRecipient: event.recipient });
        for (const token of event.moved) this.#changeToken(token, {});
        break;
      case "tokenAttached": {
        const { token, payee, seenWei } = event;
        const protocolRecipient = this.managers.get(manager)?.protocolRecipient ?? null;
        const isDropped = false;
        this.tokens.set(token, { token, manager, payee, seenWei, protocolRecipient, isDropped });
        break;
      }
      case "tokenDropped":
        this.#changeToken(event.token, { isDropped: true });
        break;
      case "payeeChanged":
        this.#changeToken(event.token, { payee: event.payee });
        break;
      case "received":
        this.#receive(event);
        break;
      case "paid":
        this.#addTo(manager, event.account, 0n, event.amountWei);
    }
  }

  #receive(event: Extract<LedgerEvent, { kind: "received" }>): void {
    const { manager, token, payee, amountWei, payeeWei } = event;
    const state = this.managers.get(manager);
    if (state === undefined) return;
    const managed = token === null ? undefined : this.tokens.get(token);
    if (payeeWei > 0n) this.#addTo(manager, payee, payeeWei, 0n);
    const restWei = amountWei - payeeWei;
    if (restWei > 0n && state.protocolRecipient === null) {
      this.#addToPool(manager, state.generation, restWei);
    } else if (restWei > 0n) {
      const recipient = managed?.protocolRecipient ?? state.protocolRecipient;
      if (recipient !== null) this.#addTo(manager, recipient, restWei, 0n);
    }
    if (managed !== undefined) {
      this.#changeToken(managed.token, { seenWei: managed.seenWei + amountWei });
    }
  }

  #setShares(manager: Address, generation: number, recipients: readonly EventShare[]): void {
    for (const { account, share } of recipients) {
      this.shares.push({ manager, generation, account, share });
    }
    this.#addToPool(manager, generation, 0n);
  }

  #change(address: Address, change: Partial<ManagerRecord>): void {
    const state = this.managers.get(address);
    if (state !== undefined) this.managers.set(address, { ...state, ...change });
  }

  /** Each of these events syncs the token, which moves it to the current epoch. */
  #changeToken(address: Address, change: Partial<ManagedToken>): void {
    const token = this.tokens.get(address);
    if (token === undefined) return;
    const protocolRecipient = this.managers.get(token.manager)?.protocolRecipient ?? null;
    this.tokens.set(address, { ...token, protocolRecipient, ...change });
  }

  #addTo(manager: Address, account: Address, creditedWei: bigint, paidWei: bigint): void {
    const key = `${manager}:${account}`;
    const delta = this.#accounts.get(key) ?? { manager, account, creditedWei: 0n, paidWei: 0n };
    this.#accounts.set(key, {
      ...delta,
      creditedWei: delta.creditedWei + creditedWei,
      paidWei: delta.paidWei + paidWei,
    });
  }

  #addToPool(manager: Address, generation: number, recordedWei: bigint): void {
    const key = `${manager}:${generation}`;
    const pool = this.#pools.get(key) ?? { manager, generation, recordedWei: 0n };
    this.#pools.set(key, { ...pool, recordedWei: pool.recordedWei + recordedWei });
  }
}
