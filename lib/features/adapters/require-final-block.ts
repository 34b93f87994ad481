import type { ServiceContext } from "@/lib/context";
import type { FinalBlock } from "@/lib/features/market/store/adapters/read-final-block";
import type { ChainFacts } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import { FINAL_DEPTH } from "./rules/finality";

type Ctx = Pick<ServiceContext, "env" | "market">;

/** How many blocks below the head a block is final for market sites. */
export function finalDepth({ env }: Pick<Ctx, "env">, { slug }: ChainFacts): number {
  return env.isSandbox(slug) ? FINAL_DEPTH.sandbox : FINAL_DEPTH.real;
}

/**
 * The latest block whose events are final.
 * @throws AppError dependency_unavailable before the indexer has stored one
 */
export async function requireFinalBlock(ctx: Ctx, chain: ChainFacts): Promise<FinalBlock> {
  const depth = finalDepth(ctx, chain);
  const found = await ctx.market.readFinalBlock({ chainId: chain.chainId, depth });
  if (found === null) throw notIndexed(chain);
  return found;
}

/** The error while no block of a chain is final. */
export function notIndexed({ name }: ChainFacts): AppError {
  return new AppError("dependency_unavailable", `No block of ${name} is indexed yet`);
}
