import type { ChainSlug } from "@/lib/shared/chains";

/**
 * The kinds of fee managers. `code` is the number of the contracts and of the database, `wire` the
 * name in answers of the Data API. Source: contracts/src/managers/ManagerFactory.sol.
 */
const KINDS = {
  revenue: { code: 1, wire: "revenue" },
  static_split: { code: 2, wire: "feeSplit" },
  dynamic_split: { code: 3, wire: "dynamicFeeSplit" },
} as const;

export type ManagerKind = keyof typeof KINDS;
export type SplitKind = Exclude<ManagerKind, "revenue">;
export type ManagerType = (typeof KINDS)[ManagerKind]["wire"];

export const MANAGER_KINDS = ["revenue", "static_split", "dynamic_split"] as const satisfies [
  ManagerKind,
  ...ManagerKind[],
];
export const MANAGER_TYPES = MANAGER_KINDS.map((kind) => KINDS[kind].wire);

/** What contracts and tables hold where there is no manager of ours. */
const NO_MANAGER = 0;

/** The number of a kind in the contracts and the database; `none` is 0. */
export function encodeManagerKind(kind: ManagerKind | "none"): number {
  return kind === "none" ? NO_MANAGER : KINDS[kind].code;
}

/** @throws TypeError for a number that no kind has */
export function decodeManagerKind(code: number): ManagerKind | "none" {
  if (code === NO_MANAGER) return "none";
  const found = MANAGER_KINDS.find((kind) => KINDS[kind].code === code);
  if (found === undefined) throw new TypeError(`${code} is not a kind of manager`);
  return found;
}

/** The same where there is a manager. @throws TypeError for any other number */
export function requireManagerKind(code: number): ManagerKind {
  const kind = decodeManagerKind(code);
  if (kind === "none") throw new TypeError(`${code} is not a kind of manager`);
  return kind;
}

/** The name of a kind in answers of the Data API. */
export function managerTypeOf(kind: ManagerKind): ManagerType {
  return KINDS[kind].wire;
}

/** Chains on which a fee split has shares that its moderator can change. */
const DYNAMIC_SPLIT_CHAINS: readonly ChainSlug[] = ["robinhood"];

/** The kind of fee split that this service creates on a chain. */
export function splitKindOf(chain: ChainSlug): SplitKind {
  return DYNAMIC_SPLIT_CHAINS.includes(chain) ? "dynamic_split" : "static_split";
}
