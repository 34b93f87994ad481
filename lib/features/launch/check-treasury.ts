import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import type { ManagerReader } from "@/lib/drivers/chain/readers/create-manager-reader";
import { rethrowChainError } from "@/lib/features/chains/rethrow-chain-error";
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
 * @returns the kind of the named manager
 * @throws AppError unsupported_operation, invalid_body, dependency_unavailable
 */
export async function checkTreasury(
  chain: ChainIdentity & ManagerReader,
  treasury: TreasuryRequest,
): Promise<ManagerKind | null> {
  if (treasury.kind === "none") return null;
  if (treasury.kind === "fee_split") {
    requireCapability(chain, "feeSplitLaunch", "feeSplitRecipients");
    return null;
  }
  const { field, kinds, noun } = EXPECTED[treasury.kind];
  requireCapability(chain, "existingManager", field);
  const kind = await chain.managerKind(treasury.manager).catch(rethrowChainError);
  const found = kinds.find((expected) => expected === kind);
  if (found !== undefined && (await chain.takesTokens(treasury.manager).catch(rethrowChainError))) {
    return found;
  }
  const message =
    found === undefined
      ? `${treasury.manager} is not a ${noun} of this launchpad`
      : `${treasury.manager} belongs to an earlier deployment of this launchpad, which no longer launches tokens. Create a new ${noun}.`;
  throw new AppError("invalid_body", message, { details: [{ path: field, message }] });
}
