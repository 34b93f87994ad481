import type { ServiceContext } from "../../context";
import type { InputOf } from "../../operations/operation";
import type { getUdfTime as operation } from "../../operations/udf";
import { unixSeconds } from "../data/render-token";
import { requireDataChain } from "../data/require-data-chain";

/**
 * Extension: the server's time in Unix seconds.
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
