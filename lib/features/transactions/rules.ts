import { LAUNCHES_AT_ONCE } from "@/lib/features/launch/rules/launch-job";
import type { ChainSlug } from "@/lib/shared/chains";

/** Kinds of on-chain work. The names are permanent because they are stored. */
export const TRANSACTION_KINDS = [
  "launch",
  "manager",
  "payout",
  "withdrawal",
  "share_change",
  "token_drop",
  "prepared_launch",
  "trade",
  "trade_approval",
] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

/** A transaction that is not mined after this time is sent again. */
export const RESEND_AFTER_MS = 4_000;

/** Kinds that another wallet sends. The job engine does not run them: the schedule looks for them. */
export const SENT_ELSEWHERE: readonly TransactionKind[] = ["prepared_launch"];

/**
 * Kinds that a managed wallet sends and pays for. Its user confirmed the fee, so that they are sent
 * again but never replaced by one with a higher fee.
 */
export const PAID_BY_WALLET: readonly TransactionKind[] = [
  "withdrawal",
  "token_drop",
  "trade",
  "trade_approval",
];

export const TRANSACTION_STATES = ["waiting", "active", "completed", "failed"] as const;
export type TransactionState = (typeof TRANSACTION_STATES)[number];

/** From `failed` only when the outcome was unknown: the transaction was mined later, or never will be. */
const TRANSITIONS = {
  waiting: ["active", "failed"],
  active: ["completed", "failed"],
  completed: [],
  failed: ["completed", "failed"],
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

/** A crash cannot cause more missing nonces than this; an operator must investigate. */
export const NONCE_GAP_MAX = 64;

/** Reserved nonces of a wallet without a transaction, which block every later one. */
export type NonceGap = {
  /** The lowest missing nonce of the gap. */
  from: number;
  /** All missing nonces of the wallet. */
  missing: number;
};

/**
 * Finds the gap that blocks a wallet's transactions.
 * @param used nonces with a transaction, ascending; those below `mined` are ignored
 * @param mined the chain's count of the wallet's transactions
 * @param next the nonce that is reserved next
 * @returns null if at most `NONCE_GAP_MAX` nonces are missing: these are canceled automatically
 */
export function findNonceGap(
  used: readonly number[],
  mined: number,
  next: number,
): NonceGap | null {
  let missing = 0;
  let first: number | null = null;
  let large: number | null = null;
  let free = mined;
  for (const nonce of [...used.filter((one) => one >= mined && one < next), next]) {
    const length = nonce - free;
    if (length > 0) {
      missing += length;
      first ??= free;
      if (length > NONCE_GAP_MAX) large ??= free;
    }
    free = Math.max(free, nonce + 1);
  }
  const from = large ?? first;
  return from === null || missing <= NONCE_GAP_MAX ? null : { from, missing };
}
