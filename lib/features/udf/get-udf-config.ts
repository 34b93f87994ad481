import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { InputOf } from "@/lib/operations/operation";
import type { getUdfConfig as operation } from "./operations";
import { exchangeName, UDF_RESOLUTIONS } from "./rules/udf";
import type { UdfConfig } from "./schema";

/**
 * Extension: returns the capabilities of a chain's chart datafeed.
 * @throws AppError invalid_parameters
 */
export async function getUdfConfig({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "brand" | "env">;
  input: InputOf<typeof operation>;
}): Promise<UdfConfig> {
  const { name } = requireDataChain(ctx, input.params.chain);
  const exchange = exchangeName(ctx.brand);
  return {
    supports_search: true,
    supports_group_request: false,
    supports_marks: false,
    supports_timescale_marks: false,
    supports_time: true,
    supported_resolutions: [...UDF_RESOLUTIONS],
    exchanges: [{ value: exchange, name: exchange, desc: name }],
    symbols_types: [{ name: "Tokens", value: "crypto" }],
  };
}
