import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import { unixSeconds } from "@/lib/features/market/render/token";
import type { InputOf } from "@/lib/operations/operation";
import type { getUdfTime as operation } from "./operations";

/**
 * Extension: returns the server time in Unix seconds.
 * @throws AppError invalid_parameters
 */
export async function getUdfTime({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock">;
  input: InputOf<typeof operation>;
}): Promise<number> {
  requireDataChain(ctx, input.params.chain);
  return unixSeconds(ctx);
}
