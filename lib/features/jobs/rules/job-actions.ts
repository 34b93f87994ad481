import {
  SENT_ELSEWHERE,
  type TransactionKind,
  type TransactionState,
} from "@/lib/features/transactions/rules";

/** States to filter by; `undecided` has failed but may still be mined. */
export const JOB_STATES = ["waiting", "active", "undecided", "completed", "failed"] as const;
export type JobState = (typeof JOB_STATES)[number];

export function jobStateOf(job: { state: TransactionState; mayHaveSucceeded: boolean }): JobState {
  return job.state === "failed" && job.mayHaveSucceeded ? "undecided" : job.state;
}

/** Why an action is not possible; null if it is. */
export type JobActions = { retry: string | null; cancel: string | null; resolve: string | null };

/**
 * The actions that keep a transaction exactly once. An open one may run again, because each step is
 * idempotent; one without signed bytes may be canceled, because nothing can be mined; the outcome
 * of an undecided one is read from the chain. The service does not control transactions that a
 * wallet sends.
 */
export function jobActionsOf(job: {
  kind: TransactionKind;
  state: TransactionState;
  mayHaveSucceeded: boolean;
  isSigned: boolean;
}): JobActions {
  const state = jobStateOf(job);
  const isOpen = state === "waiting" || state === "active";
  const resolve = state === "undecided" ? null : RESOLVE_REASONS[state];
  if (isOpen && SENT_ELSEWHERE.includes(job.kind)) {
    const retry = "A wallet sends it, not the service.";
    return { retry, cancel: "A wallet may send it until its permit expires.", resolve };
  }
  return {
    retry: isOpen ? null : RETRY_REASONS[state],
    cancel: cancelReason(state, job.isSigned),
    resolve,
  };
}

const RETRY_REASONS = {
  waiting: null,
  active: null,
  undecided: "It may have succeeded already. Resolve it first.",
  completed: "It is completed.",
  failed: "It has failed permanently. The caller can send a new request.",
} as const satisfies Record<JobState, string | null>;

const RESOLVE_REASONS = {
  waiting: "It has not been signed or is still running.",
  active: "It is still running: its outcome is read when it is mined.",
  undecided: null,
  completed: "Its outcome is known.",
  failed: "Its outcome is known: nothing was mined, or it reverted.",
} as const satisfies Record<JobState, string | null>;

function cancelReason(state: JobState, isSigned: boolean): string | null {
  if (state !== "waiting" && state !== "active") return "It has ended.";
  return isSigned ? "It is signed: it may be mined at any time." : null;
}
