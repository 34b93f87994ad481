/** The one problem that pages explain without the code that explains all others. */
export const NETWORK_PROBLEM = {
  title: "The chain is unreachable",
  detail: "Check your connection and try again.",
  next: "retry",
} as const;
