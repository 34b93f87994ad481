/** The problems that pages can explain without loading the code for all others. */
export const NETWORK_PROBLEM = {
  title: "The chain is unreachable",
  detail: "Check your connection and try again.",
  next: "retry",
} as const;

/** A transaction was sent, and nothing that can be read now decides what became of it. */
export const NOT_MINED_PROBLEM = {
  title: "Not mined yet",
  detail:
    "The transaction was sent and may still succeed. Dismiss it only if your wallet shows that it was dropped.",
  next: "watch",
} as const;
