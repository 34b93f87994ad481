import type { ChainSlug } from "@/lib/domain/chains";

/**
 * Chains on the common start page: those that interface A serves unless the operator says otherwise.
 * One that is not served drops out by itself; the third chain has its own page.
 */
export const OVERVIEW_CHAINS = ["base", "base-sepolia"] as const satisfies ChainSlug[];
