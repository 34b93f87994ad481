import type { ServiceContext } from "@/lib/context";
import { CHAIN_SLUGS, CHAINS, type ChainFacts, type ChainSlug } from "@/lib/shared/chains";
import { unsupportedChain } from "./require-data-chain";

/**
 * The facts of a chain whose tokens have a page here: one that the Data API serves, or one on which
 * launches are configured.
 * @throws AppError invalid_parameters for any other chain
 */
export function requireTokenChain(
  ctx: Pick<ServiceContext, "chains" | "env">,
  chain: ChainSlug,
): ChainFacts {
  const accepted = CHAIN_SLUGS.filter(
    (slug) => ctx.env.DATA_CHAINS.includes(slug) || ctx.chains[slug] !== undefined,
  );
  if (accepted.includes(chain)) return CHAINS[chain];
  throw unsupportedChain(accepted);
}
