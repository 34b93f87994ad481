import type { LaunchChain } from "../../chain/create-launch-chain";
import type { ServiceContext } from "../../context";
import type { ChainSlug } from "../../domain/chains";
import { AppError } from "../../domain/errors";

/**
 * The chain, if this deployment launches on it.
 * @throws AppError unsupported_chain
 */
export function requireChain(ctx: Pick<ServiceContext, "chains">, chain: ChainSlug): LaunchChain {
  const found = ctx.chains[chain];
  if (found === undefined) {
    throw new AppError("unsupported_chain", `Launches on ${chain} are not configured here`);
  }
  return found;
}
