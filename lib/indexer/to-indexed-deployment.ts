import type { Address } from "viem";
import type { Deployment, Generation } from "@/lib/schemas/deployment";
import { lowerAddress } from "@/lib/shared/address/lower-address";
import { CORE_ROLES, type CoreAddresses, type CoreRole } from "./decode/decode-log";
import type { IndexedDeployment } from "./indexer-context";

/** Separates generations in the key of a deployment. */
const NEXT = "|";

/** The part of a deployment manifest that determines which logs are read: of all generations. */
export function toIndexedDeployment(manifest: Deployment): IndexedDeployment {
  const generations = manifest.generations.map((one) => ({
    ...coreOf(one),
    startBlock: one.startBlock,
  }));
  const roles = new Map<Address, CoreRole>();
  for (const core of generations) for (const role of CORE_ROLES) roles.set(core[role], role);
  return {
    chain: manifest.slug,
    chainId: manifest.chainId,
    startBlock: manifest.firstBlock,
    generations,
    core: coreOf(manifest),
    roles,
    marketContracts: new Set(
      manifest.generations.flatMap(({ contracts }) =>
        [contracts.poolManager, contracts.launchHook, contracts.launchpad].map(lowerAddress),
      ),
    ),
    key: manifest.generations.map(keyOf).join(NEXT),
  };
}

function coreOf({ contracts }: Pick<Generation, "contracts">): CoreAddresses {
  return {
    launchpad: lowerAddress(contracts.launchpad),
    launchHook: lowerAddress(contracts.launchHook),
    feeStream: lowerAddress(contracts.feeStream),
    managerFactory: lowerAddress(contracts.managerFactory),
  };
}

function keyOf(generation: Generation): string {
  const { launchpad, launchHook, feeStream } = coreOf(generation);
  return [generation.startBlock, launchpad, launchHook, feeStream].join(":");
}

/**
 * First block of the generations that were added since rows were stored under `storedKey`; null when
 * the change is not an addition.
 */
export function addedFrom(deployment: IndexedDeployment, storedKey: string): number | null {
  if (!deployment.key.startsWith(`${storedKey}${NEXT}`)) return null;
  const known = storedKey.split(NEXT).length;
  return deployment.generations[known]?.startBlock ?? null;
}
