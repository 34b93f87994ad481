import type { Address } from "viem";
import type { ManagerEarners } from "@/lib/features/market/schema/fees";

/** Accounts that a manager owes ETH, as the Data API lists them. */
export type OwedAccounts = {
  earners: readonly Pick<ManagerEarners["earners"][number], "address" | "roles">[];
  isComplete: boolean;
};

/** No data of the index, so accounts with earlier earnings are unknown. */
export const UNKNOWN_OWED: OwedAccounts = { earners: [], isComplete: false };

/** An account that the manager's current state does not name, and the tokens whose income may be its own. */
export type OtherEarner = {
  account: Address;
  role: "creator" | "earlier";
  tokens: readonly Address[];
};

/** Listed accounts that received the protocol fee before the current recipient, and may still until a sync. */
export function formerProtocolRecipients(
  listed: OwedAccounts["earners"],
  recipient: Address,
): Address[] {
  return listed.flatMap(({ address, roles }) =>
    roles.includes("protocol") && address !== recipient ? [address] : [],
  );
}

/**
 * The listed accounts that the current state of a manager does not name: those with earlier earnings,
 * and creators of tokens whose income is not counted.
 * @param of.current accounts that the state names
 * @param of.tokens whose income is counted. Only a former recipient of the protocol fee can still earn
 *   from them, until they are synced
 * @param of.creatorsEarn whether creators have a part of the income of their tokens
 */
export function otherEarners(
  listed: OwedAccounts["earners"],
  of: { current: readonly Address[]; tokens: readonly Address[]; creatorsEarn: boolean },
): OtherEarner[] {
  const others = listed.filter(({ address }) => !of.current.includes(address));
  return others.map(({ address, roles }) => ({
    account: address,
    role: of.creatorsEarn && roles.includes("creator") ? "creator" : "earlier",
    tokens: roles.includes("protocol") ? of.tokens : [],
  }));
}
