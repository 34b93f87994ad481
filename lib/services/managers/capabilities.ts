import type { LaunchChain } from "../../chain/launch-chain";
import { AppError } from "../../domain/errors";
import type { Config } from "../../schemas/system";

export type Capabilities = Config["chains"][number]["capabilities"];

/** What a chain can do: everything that its manifest does not switch off. */
export function capabilitiesOf({ deployment }: LaunchChain): Capabilities {
  return {
    feeSplitLaunch: true,
    existingManager: true,
    standaloneManager: true,
    ...deployment.capabilities,
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
