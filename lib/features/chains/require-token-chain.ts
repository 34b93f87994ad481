import type { ServiceContext } from "@/lib/context";
import { CHAINS, type ChainFacts, type ChainSlug } from "@/lib/shared/chains";
import { requireDataChain } from "./require-data-chain";

/**
 * The facts of a chain whose tokens have a page here: one that the Data API serves, or one on which
 * launches are configured.
 * @throws AppError invalid_parameters for any other chain
 */
export function requireTokenChain(
  ctx: Pick<ServiceContext, "chains" | "env">,
  chain: ChainSlug,
): ChainFacts {
  return ctx.chains[chain] === undefined ? requireDataChain(ctx, chain) : CHAINS[chain];
}
