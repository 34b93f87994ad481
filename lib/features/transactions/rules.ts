import { LAUNCHES_AT_ONCE } from "@/lib/features/launch/rules/launch-job";
import type { ChainSlug } from "@/lib/shared/chains";

/** Kinds of on-chain work. The names are permanent because they are stored. */
export const TRANSACTION_KINDS = [
  "launch",
  "manager",
  "payout",
  "withdrawal",
  "share_change",
] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

export const TRANSACTION_STATES = ["waiting", "active", "completed", "failed"] as const;
export type TransactionState = (typeof TRANSACTION_STATES)[number];

/** `failed → completed`: only when the outcome was unknown and the transaction was mined later. */
export const TRANSITIONS = {
  waiting: ["active", "failed"],
  active: ["completed", "failed"],
  completed: [],
  failed: ["completed"],
} as const satisfies Record<TransactionState, readonly TransactionState[]>;

/** The states from which `to` may be reached. */
export function statesBefore(to: TransactionState): TransactionState[] {
  return TRANSACTION_STATES.filter((from) =>
    TRANSITIONS[from].some((candidate) => candidate === to),
  );
}

export function isEnded(state: TransactionState): boolean {
  return state === "completed" || state === "failed";
}

/** Maximum concurrent transactions per kind and chain. */
export const RUNS_PER_QUEUE = LAUNCHES_AT_ONCE;

/** The queue of a transaction; `RUNS_PER_QUEUE` applies to each. */
export function queueOf(kind: TransactionKind, chain: ChainSlug): string {
  return `${kind}:${chain}`;
}
