import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { ChainSlug } from "@/lib/shared/chains";
import { requireFinalBlock } from "./require-final-block";
import type { LatestBlock } from "./schema/events";

/**
 * The latest block whose events are final: sites read each block once.
 * @throws AppError invalid_parameters, dependency_unavailable
 */
export async function getLatestBlock({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "market">;
  input: { params: { chain: ChainSlug } };
}): Promise<LatestBlock> {
  const chain = requireDataChain(ctx, input.params.chain);
  const { block, time } = await requireFinalBlock(ctx, chain);
  return { block: { blockNumber: block, blockTimestamp: time } };
}
