import { type ChainSlug, isChainSlug } from "@/lib/domain/chains";
import type { LaunchDraft } from "./launch-form";

/** The address parameters that name a manager, spelled as in the Launch API. */
const MANAGER_PARAMETERS = {
  revenue_manager: "revenueManagerAddress",
  fee_split_manager: "feeSplitManagerAddress",
} as const;
type ManagerTreasury = keyof typeof MANAGER_PARAMETERS;
const TREASURIES: readonly ManagerTreasury[] = ["revenue_manager", "fee_split_manager"];
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** The wizard's address with a chain, and with a manager of that chain. */
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

/** The part of a draft that an address written by `launchPath` sets; invalid values are left out. */
export function readLaunchPath(
  params: URLSearchParams,
): Partial<Pick<LaunchDraft, "chain" | "treasury" | "managerAddress">> {
  const chain = params.get("chain") ?? "";
  if (!isChainSlug(chain)) return {};
  for (const treasury of TREASURIES) {
    const managerAddress = params.get(MANAGER_PARAMETERS[treasury]) ?? "";
    if (ADDRESS.test(managerAddress)) return { chain, treasury, managerAddress };
  }
  return { chain };
}
