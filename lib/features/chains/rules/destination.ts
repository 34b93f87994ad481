import type { ManagerKind } from "@/lib/features/managers/rules/manager-kind";

/** Kind of an address on a chain; `account` is every address outside this launchpad. */
export type AddressKind = ManagerKind | "account" | "contract" | "token" | "zero";

/**
 * Purpose that an address is named for:
 * - `stream`: holds a token's fee stream, so the PoolManager pays it
 * - `referral`: earns or receives referral fees, which the PoolManager pays as well
 * - `first_buy`: receives the tokens of a launch's first buy
 * - `share`: is paid by a manager, or has a role in one
 * - `withdrawal`: receives ETH of a managed wallet
 */
export type DestinationUse = "stream" | "referral" | "first_buy" | "share" | "withdrawal";

const MANAGERS = {
  revenue: { noun: "a revenue manager", field: "revenueManagerAddress" },
  static_split: { noun: "a fee split manager", field: "feeSplitManagerAddress" },
  dynamic_split: { noun: "a fee split manager", field: "feeSplitManagerAddress" },
} as const satisfies Record<ManagerKind, { noun: string; field: string }>;

/**
 * Whether a manager as destination would lose the money or share it with others. A manager does not
 * record what the PoolManager pays it, except for the fee streams that a launch attached. A share
 * that another manager pays is income of its recipients, so managers can be nested.
 */
export function refusesManagers(use: DestinationUse): boolean {
  return use !== "share";
}

/** Why an address must not be used as a destination; null if it can be. Starts with a verb. */
export function findDestinationProblem(kind: AddressKind, use: DestinationUse): string | null {
  if (kind === "account") return null;
  if (kind === "zero") return "is the zero address: what is sent there is lost";
  if (kind === "contract") {
    return "is a contract of this launchpad or of Uniswap: what is sent there is lost";
  }
  if (kind === "token") return "is a token contract: what is sent there is lost";
  if (!refusesManagers(use)) return null;
  const { noun, field } = MANAGERS[kind];
  if (use === "stream") return `is ${noun}; pass it as ${field}`;
  if (use === "referral") return `is ${noun}, which cannot pay out referral fees`;
  if (use === "first_buy") return `is ${noun}, which cannot pass on the tokens of the first buy`;
  return "is a manager: ETH sent there is shared among its recipients";
}
