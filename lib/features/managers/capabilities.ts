import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import type { Config } from "@/lib/features/system/schema";
import { AppError } from "@/lib/shared/errors";

export type Capabilities = Config["chains"][number]["capabilities"];

/** Capabilities of a chain: everything that its manifest does not disable. */
export function capabilitiesOf({ deployment }: ChainIdentity): Capabilities {
  return {
    feeSplitLaunch: true,
    existingManager: true,
    standaloneManager: true,
    walletFundedLaunch: false,
    ...deployment.capabilities,
    launchProtection: deployment.launchProtection !== undefined,
    serviceFundedLaunch: true,
  };
}

const TEXTS: Partial<Record<keyof Capabilities, string>> = {
  walletFundedLaunch: "The launchpad on this chain does not accept launches from other wallets",
  launchProtection: "Launch protection is not offered on this chain",
};

/**
 * Rejects an operation that a chain does not support, before any side effect.
 * @param field of the request that needs the capability; omit if the whole operation needs it
 * @throws AppError unsupported_operation
 */
export function requireCapability(
  chain: ChainIdentity,
  name: keyof Capabilities,
  field?: string,
): void {
  if (capabilitiesOf(chain)[name]) return;
  const message = TEXTS[name] ?? "Manager operations are not supported on this chain";
  const path = field ?? "chain";
  const other = `use a chain whose capability \`${name}\` is true in /api/v1/config.`;
  const remedy =
    field === undefined ? other.replace("use", "Use") : `Leave out \`${field}\`, or ${other}`;
  throw new AppError("unsupported_operation", message, { details: [{ path, message, remedy }] });
}
