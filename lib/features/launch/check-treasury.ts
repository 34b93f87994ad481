import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import type { ManagerReader } from "@/lib/drivers/chain/create-manager-reader";
import { unavailable } from "@/lib/features/chains/unavailable";
import { requireCapability } from "@/lib/features/managers/capabilities";
import type { ManagerKind } from "@/lib/features/managers/rules/manager-kind";
import { AppError } from "@/lib/shared/errors";
import type { TreasuryRequest } from "./rules/treasury";

/** Manager kinds that each field accepts, and the name of the kind in errors. */
const EXPECTED = {
  revenue_manager: {
    field: "revenueManagerAddress",
    kinds: ["revenue"],
    noun: "revenue manager",
  },
  fee_split_manager: {
    field: "feeSplitManagerAddress",
    kinds: ["static_split", "dynamic_split"],
    noun: "fee split manager",
  },
} as const satisfies Record<string, { kinds: readonly ManagerKind[] } & Record<string, unknown>>;

/**
 * Checks, before any side effect, that the chain supports the treasury option, and that a named
 * manager was created by the factory that launches use now.
 * @throws AppError unsupported_operation, invalid_body, dependency_unavailable
 */
export async function checkTreasury(
  chain: ChainIdentity & ManagerReader,
  treasury: TreasuryRequest,
): Promise<void> {
  if (treasury.kind === "none") return;
  if (treasury.kind === "fee_split")
    return requireCapability(chain, "feeSplitLaunch", "feeSplitRecipients");
  const { field, kinds, noun } = EXPECTED[treasury.kind];
  requireCapability(chain, "existingManager", field);
  const kind = await chain.managerKind(treasury.manager).catch(unavailable);
  const isKind = kinds.some((expected) => expected === kind);
  if (isKind && (await chain.takesTokens(treasury.manager).catch(unavailable))) return;
  const message = isKind
    ? `${treasury.manager} belongs to an earlier deployment of this launchpad, which launches no more tokens. Create a new ${noun}.`
    : `${treasury.manager} is not a ${noun} of this launchpad`;
  throw new AppError("invalid_body", message, { details: [{ path: field, message }] });
}
