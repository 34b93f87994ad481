import type { ServiceContext } from "@/lib/context";
import { CHAINS, type ChainFacts, type ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";

/**
 * The facts of a chain that the Data API serves.
 * @throws AppError invalid_parameters if the operator does not serve its data
 */
export function requireDataChain(ctx: Pick<ServiceContext, "env">, chain: ChainSlug): ChainFacts {
  if (ctx.env.DATA_CHAINS.includes(chain)) return CHAINS[chain];
  throw unsupportedChain(ctx.env.DATA_CHAINS);
}

/** The error of a request for a chain that is none of the accepted ones. */
export function unsupportedChain(accepted: readonly ChainSlug[]): AppError {
  const message = `Unsupported chain. Use one of: ${accepted.join(", ")}`;
  return new AppError("invalid_parameters", `chain: ${message}`, {
    details: [{ path: "chain", message }],
  });
}
