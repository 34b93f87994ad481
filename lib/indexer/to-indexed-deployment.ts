import { lowerAddress } from "@/lib/shared/lower-address";
import type { Deployment } from "../schemas/deployment";
import type { IndexedDeployment } from "./indexer-context";

/** The part of a deployment manifest that determines which logs are read. */
export function toIndexedDeployment(manifest: Deployment): IndexedDeployment {
  const { launchpad, launchHook, feeStream, managerFactory } = manifest.contracts;
  const core = {
    launchpad: lowerAddress(launchpad),
    launchHook: lowerAddress(launchHook),
    feeStream: lowerAddress(feeStream),
    managerFactory: lowerAddress(managerFactory),
  };
  return {
    chain: manifest.slug,
    chainId: manifest.chainId,
    startBlock: manifest.startBlock,
    core,
    key: [manifest.startBlock, core.launchpad, core.launchHook, core.feeStream].join(":"),
  };
}
