/** The only problem that pages can explain without loading the code for all others. */
export const NETWORK_PROBLEM = {
  title: "The chain is unreachable",
  detail: "Check your connection and try again.",
  next: "retry",
} as const;
