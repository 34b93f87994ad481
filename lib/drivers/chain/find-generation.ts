import type { Address, PublicClient } from "viem";
import type { Generation } from "@/lib/schemas/deployment";
import { launchLensAbi } from "@/lib/shared/abi/launch-lens";
import { managerFactoryAbi } from "@/lib/shared/abi/manager-factory";

/** Runs `read` on each generation, newest first, and returns its first result that is not null. */
async function firstOf<T>(
  generations: readonly Generation[],
  read: (generation: Generation) => Promise<T | null>,
): Promise<T | null> {
  for (const generation of generations.toReversed()) {
    const found = await read(generation);
    if (found !== null) return found;
  }
  return null;
}

/** The generation that launched a token; null when it is not a token of this launchpad. */
export function findTokenGeneration(
  client: PublicClient,
  generations: readonly Generation[],
  token: Address,
): Promise<Generation | null> {
  return firstOf(generations, async (generation) => {
    const { exists } = await client.readContract({
      address: generation.contracts.launchLens,
      abi: launchLensAbi,
      functionName: "tokenView",
      args: [token],
    });
    return exists ? generation : null;
  });
}

/** The kind of a manager as a number; 0 when no generation created it. */
export async function findManagerKind(
  client: PublicClient,
  generations: readonly Generation[],
  manager: Address,
): Promise<number> {
  const kind = await firstOf(generations, async ({ contracts }) => {
    const found = await client.readContract({
      address: contracts.managerFactory,
      abi: managerFactoryAbi,
      functionName: "managerKind",
      args: [manager],
    });
    return found === 0 ? null : found;
  });
  return kind ?? 0;
}
