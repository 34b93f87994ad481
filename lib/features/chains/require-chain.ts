import type { ServiceContext } from "@/lib/context";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import type { ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";

/**
 * The chain, if launches on it are configured.
 * @throws AppError unsupported_chain
 */
export function requireChain(ctx: Pick<ServiceContext, "chains">, chain: ChainSlug): LaunchChain {
  const found = ctx.chains[chain];
  if (found === undefined) {
    throw new AppError("unsupported_chain", `Launches on ${chain} are not configured here`);
  }
  return found;
}
