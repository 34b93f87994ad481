import { type Address, type Hex, keccak256, stringToHex } from "viem";

type Generation = {
  startBlock: number;
  contracts: Record<"launchpad" | "launchHook" | "feeStream" | "managerFactory", Address>;
};

/**
 * Identifies the deployments on a chain by their first blocks and the contracts that hold their state.
 * Nodes whose manifests differ in them would write different data.
 */
export function deploymentHash(manifest: {
  chainId: number;
  generations: readonly Generation[];
}): Hex {
  const parts = manifest.generations.flatMap(({ startBlock, contracts }) => {
    const { launchpad, launchHook, feeStream, managerFactory } = contracts;
    return [startBlock, launchpad, launchHook, feeStream, managerFactory];
  });
  return keccak256(stringToHex([manifest.chainId, ...parts].join(":").toLowerCase()));
}
