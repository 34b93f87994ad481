import type { LaunchChain } from "../../chain/launch-chain";
import { AppError } from "../../domain/errors";
import type { Config } from "../../schemas/system";

export type Capabilities = Config["chains"][number]["capabilities"];

/** What a chain can do: a flag is true only where the contract that it needs is deployed. */
export function capabilitiesOf(chain: LaunchChain): Capabilities {
  const hasManagers = chain.deployment.contracts.managerFactory !== undefined;
  return {
    feeSplitLaunch: hasManagers,
    existingManager: hasManagers,
    standaloneManager: hasManagers,
  };
}

/**
 * Refuses an operation that a chain does not support, before any side effect.
 * @throws AppError unsupported_operation
 */
export function requireCapability(chain: LaunchChain, name: keyof Capabilities): void {
  if (capabilitiesOf(chain)[name]) return;
  throw new AppError("unsupported_operation", "Manager operations are not supported on this chain");
}
