import type { ChainSlug } from "@/lib/domain/chains";

/** The chains that interface A serves unless the operator says otherwise: shown until the service has. */
export const OVERVIEW_CHAINS = ["base", "base-sepolia"] as const satisfies ChainSlug[];
