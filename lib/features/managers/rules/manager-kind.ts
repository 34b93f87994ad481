import type { ChainSlug } from "@/lib/shared/chains";

/**
 * The kinds of fee managers. `code`: the number in contracts and database; `wire`: the name in the
 * Data API. Source: contracts/src/managers/ManagerFactory.sol.
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

/** The number in contracts and tables for an address that is not a manager. */
const NO_MANAGER = 0;

/** The number of a kind in contracts and database; `none` is 0. */
export function encodeManagerKind(kind: ManagerKind | "none"): number {
  return kind === "none" ? NO_MANAGER : KINDS[kind].code;
}

/** @throws TypeError for an unknown number */
export function decodeManagerKind(code: number): ManagerKind | "none" {
  if (code === NO_MANAGER) return "none";
  const found = MANAGER_KINDS.find((kind) => KINDS[kind].code === code);
  if (found === undefined) throw new TypeError(`${code} is not a manager kind`);
  return found;
}

/** As `decodeManagerKind`, but rejects `none`. @throws TypeError for any other number */
export function requireManagerKind(code: number): ManagerKind {
  const kind = decodeManagerKind(code);
  if (kind === "none") throw new TypeError(`${code} is not a manager kind`);
  return kind;
}

/** The name of a kind in the Data API. */
export function managerTypeOf(kind: ManagerKind): ManagerType {
  return KINDS[kind].wire;
}

/** Chains on which new fee splits are dynamic. */
const DYNAMIC_SPLIT_CHAINS: readonly ChainSlug[] = ["robinhood"];

/** The kind of fee split that this service creates on a chain. */
export function splitKindOf(chain: ChainSlug): SplitKind {
  return DYNAMIC_SPLIT_CHAINS.includes(chain) ? "dynamic_split" : "static_split";
}
