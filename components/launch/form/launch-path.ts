import { isHexAddress } from "@/lib/shared/address/is-hex-address";
import { type ChainSlug, isChainSlug } from "@/lib/shared/chains";
import type { LaunchDraft } from "./launch-form";

/** Query parameters for a manager, named as in the Launch API. */
const MANAGER_PARAMETERS = {
  revenue_manager: "revenueManagerAddress",
  fee_split_manager: "feeSplitManagerAddress",
} as const;
type ManagerTreasury = keyof typeof MANAGER_PARAMETERS;
const TREASURIES: readonly ManagerTreasury[] = ["revenue_manager", "fee_split_manager"];

/** Builds a link to the wizard with a chain and optionally a manager selected. */
export function launchPath(start: {
  chain?: ChainSlug | undefined;
  manager?: { treasury: ManagerTreasury; address: string };
}): string {
  const params = new URLSearchParams();
  if (start.chain !== undefined) params.set("chain", start.chain);
  if (start.manager !== undefined) {
    params.set(MANAGER_PARAMETERS[start.manager.treasury], start.manager.address);
  }
  return params.size === 0 ? "/launch" : `/launch?${params}`;
}

/** The draft fields that a `launchPath` link sets: a chain and a manager. Ignores invalid values. */
export function readLaunchPath(
  params: Pick<URLSearchParams, "get">,
): Partial<Pick<LaunchDraft, "chain" | "treasury" | "managerAddress">> {
  const chain = params.get("chain") ?? "";
  if (!isChainSlug(chain)) return {};
  for (const treasury of TREASURIES) {
    const managerAddress = params.get(MANAGER_PARAMETERS[treasury]) ?? "";
    if (isHexAddress(managerAddress)) return { chain, treasury, managerAddress };
  }
  return { chain };
}
