import { type Address, type Hex, keccak256, stringToHex } from "viem";

/**
 * Identifies a deployment by its first block and the contracts that hold its state. Nodes whose
 * manifests differ in them would write different data.
 */
export function deploymentHash(manifest: {
  chainId: number;
  startBlock: number;
  contracts: Record<"launchpad" | "launchHook" | "feeStream" | "managerFactory", Address>;
}): Hex {
  const { launchpad, launchHook, feeStream, managerFactory } = manifest.contracts;
  const parts = [manifest.chainId, manifest.startBlock];
  const text = [...parts, launchpad, launchHook, feeStream, managerFactory].join(":");
  return keccak256(stringToHex(text.toLowerCase()));
}
