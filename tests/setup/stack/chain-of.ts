import type { ServiceContext } from "@/lib/context";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";

/** Base Sepolia, the chain of most tests, as a service is configured for it. */
export function chainOf(ctx: Pick<ServiceContext, "chains">): LaunchChain {
  const chain = ctx.chains["base-sepolia"];
  if (chain === undefined) throw new Error("Base Sepolia is not configured");
  return chain;
}
