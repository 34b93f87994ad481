import type { JobState } from "@/lib/features/jobs/rules/job-actions";
import type { TransactionKind } from "@/lib/features/transactions/rules";

export const KIND_TITLES = {
  launch: "Launch",
  prepared_launch: "Launch by a wallet",
  manager: "Manager",
  payout: "Payout",
  withdrawal: "Withdrawal",
  share_change: "Share change",
  token_drop: "Dropped token",
  trade: "Trade",
  trade_approval: "Approval of a sale",
} as const satisfies Record<TransactionKind, string>;

export const STATE_TITLES = {
  waiting: "Waiting",
  active: "Running",
  undecided: "May have succeeded",
  completed: "Completed",
  failed: "Failed",
} as const satisfies Record<JobState, string>;

/** A time in UTC, as the log and the database have it. */
export function utc(iso: string): string {
  return `${iso.slice(0, 19).replace("T", " ")} UTC`;
}
