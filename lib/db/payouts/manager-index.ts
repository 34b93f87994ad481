import type { Address } from "viem";
import type { ChainSlug } from "@/lib/domain/chains";

/** What a wallet may earn by; the chain says whether and how much. */
export type EarningPlaces = {
  /** Tokens whose fee stream the wallet holds. */
  tokens: Address[];
  /** Managers that it is a recipient or the payee of tokens of, with the tokens that matter. */
  managers: { address: Address; tokens: Address[] }[];
};

/**
 * Which tokens and managers concern a wallet, as of the indexed block. An answer may name too much or
 * be some seconds behind, but never decides an amount.
 */
export type ManagerIndex = {
  /** Those in which most waits, `limit` of each list at the most. */
  placesOf(chain: ChainSlug, account: Address, limit: number): Promise<EarningPlaces>;
};
