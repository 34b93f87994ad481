import { request } from "@slipway-launchpad/client";
import { type Address, isAddressEqual, type PublicClient } from "viem";
import { type AddressKind, findDestinationProblem } from "@/lib/features/chains/rules/destination";
import { decodeManagerKind } from "@/lib/features/managers/rules/manager-kind";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { launchLensAbi } from "@/lib/shared/abi/launch-lens";
import { managerFactoryAbi } from "@/lib/shared/abi/manager-factory";
import type { ChainSlug } from "@/lib/shared/chains";
import { chainIn } from "../../queries";
import { getConfig } from "../../reads/list-reads";
import { chainReader } from "../chain-reader";
import type { LaunchpadContracts } from "../token-contracts";

/**
 * Whether the referral fees of an address could be paid out. Reads the chain through the service's RPC
 * relay, with four calls to each deployment.
 * @throws when the chain does not respond
 */
export async function canEarnReferrals(
  reader: PublicClient,
  { contracts, generations }: LaunchpadContracts,
  address: Address,
): Promise<boolean> {
  const known = [contracts, ...generations].flatMap((one) => Object.values(one));
  if (isOneOf(known, address)) return false;
  const kinds = await Promise.all(generations.map((one) => kindIn(reader, one, address)));
  return kinds.every((kind) => findDestinationProblem(kind, "referral") === null);
}

/**
 * The same on a chain of this service.
 * @throws when the service or the chain does not respond
 */
export async function canEarnOn(chain: ChainSlug, address: Address): Promise<boolean> {
  const config = await request(getConfig, {});
  const facts = chainIn(config, chain);
  if (facts === undefined) throw new Error(`${chain} is not configured`);
  return canEarnReferrals(chainReader(chain), facts, address);
}

/** Kind of an address in a deployment. */
async function kindIn(
  reader: PublicClient,
  generation: LaunchpadContracts["generations"][number],
  address: Address,
): Promise<AddressKind> {
  const onHook = { address: generation.launchHook, abi: launchHookAbi } as const;
  const args = [address] as const;
  const [{ exists }, code, launchpad, feeStream] = await Promise.all([
    reader.readContract({
      address: generation.launchLens,
      abi: launchLensAbi,
      functionName: "tokenView",
      args,
    }),
    reader.readContract({
      address: generation.managerFactory,
      abi: managerFactoryAbi,
      functionName: "managerKind",
      args,
    }),
    reader.readContract({ ...onHook, functionName: "launchpad" }),
    reader.readContract({ ...onHook, functionName: "feeStream" }),
  ]);
  if (exists) return "token";
  if (isOneOf([launchpad, feeStream], address)) return "contract";
  const manager = decodeManagerKind(code);
  return manager === "none" ? "account" : manager;
}

function isOneOf(addresses: readonly Address[], address: Address): boolean {
  return addresses.some((one) => isAddressEqual(one, address));
}
