import type { Address } from "viem";
import type { ChainSlug } from "@/lib/domain/chains";
import type { ManagerKind } from "@/lib/domain/manager-kind";

/** A manager and who earns by it. */
export type IndexedManager = {
  chain: ChainSlug;
  address: Address;
  kind: ManagerKind;
  owner: Address;
  recipients: readonly { account: Address; splitMicroPercent: number }[];
};

/** What a wallet may earn by; the chain says whether and how much. */
export type EarningPlaces = {
  /** Tokens whose fee stream the wallet holds. */
  tokens: Address[];
  /** Managers that it is a recipient or the payee of tokens of, with the tokens that matter. */
  managers: { address: Address; tokens: Address[] }[];
};

/**
 * Which tokens and managers concern a wallet: the managers that this service made and the market
 * read model. An answer may name too much or be some seconds behind, but never decides an amount.
 */
export type ManagerIndex = {
  /** Notes a manager. Idempotent; recipients that it has no more keep a row with a share of 0. */
  keep(manager: IndexedManager): Promise<void>;
  /** Those in which most waits, `limit` of each list at the most. */
  placesOf(chain: ChainSlug, account: Address, limit: number): Promise<EarningPlaces>;
};
