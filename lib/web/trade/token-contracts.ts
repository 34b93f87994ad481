import type { Address, PublicClient } from "viem";
import type { Config, TradeContracts } from "@/lib/features/system/schema";
import { launchLensAbi } from "@/lib/shared/abi/launch-lens";

/** A chain's contracts and its deployments, newest first. */
export type LaunchpadContracts = Pick<Config["chains"][number], "contracts" | "generations">;

/**
 * The contracts to trade a token with: its hook is that of the deployment which launched it.
 * @throws when no deployment of this launchpad launched it, or the chain does not respond
 */
export async function contractsOfToken(
  reader: PublicClient,
  { contracts, generations }: LaunchpadContracts,
  token: Address,
): Promise<TradeContracts> {
  if (generations.length <= 1) return contracts;
  for (const { launchHook, launchLens, managerFactory } of generations) {
    const { exists } = await reader.readContract({
      address: launchLens,
      abi: launchLensAbi,
      functionName: "tokenView",
      args: [token],
    });
    if (exists) return { ...contracts, launchHook, launchLens, managerFactory };
  }
  throw new Error(`${token} is not a token of this launchpad`);
}
