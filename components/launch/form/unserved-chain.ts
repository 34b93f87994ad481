import type { ChainSlug } from "@/lib/shared/chains";

/**
 * Returns why a chain cannot be used on this launchpad, as an error that follows the field label; null if it
 * can be used.
 */
export function explainChain(chain: ChainSlug, served: readonly ChainSlug[]): string | null {
  return served.includes(chain) ? null : "is not served by this launchpad. Choose another chain.";
}
