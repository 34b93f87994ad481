/** The solution is one of these attempts, each as likely as the others. */
export const PROOF_ATTEMPTS = { min: 1_000, max: 2_000 } as const;
/** Lifetime of a challenge. A slow phone needs a minute. */
export const PROOF_SECONDS = 10 * 60;
