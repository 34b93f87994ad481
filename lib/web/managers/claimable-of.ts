import type { Address, PublicClient } from "viem";
import { revenueManagerAbi } from "@/lib/shared/abi/revenue-manager";
import { slicesOf } from "@/lib/shared/slices-of";
import { BUNDLED_READS } from "../trade/chain-reader";

/** Tokens of one call of `claimable`, which compares each token with those before it. */
const TOKENS_AT_ONCE = 25;

/** An account of a manager, with the tokens whose uncollected income counts. */
export type Claim = { account: Address; tokens: readonly Address[] };

/**
 * Reads what a manager owes to accounts, in wei, with the income that tokens have not paid out yet.
 * @returns an amount for each claim
 */
export async function claimableOf(
  reader: PublicClient,
  manager: Address,
  claims: readonly Claim[],
): Promise<bigint[]> {
  const contract = { address: manager, abi: revenueManagerAbi, functionName: "claimable" } as const;
  // The first part, without tokens, is what the manager holds for the account already.
  const parts = claims.map(({ tokens }) => [[], ...slicesOf(tokens, TOKENS_AT_ONCE)]);
  const contracts = claims.flatMap(({ account }, index) =>
    (parts[index] ?? []).map((tokens) => ({ ...contract, args: [account, tokens] as const })),
  );
  const amounts = await reader.multicall({ ...BUNDLED_READS, contracts });
  let at = 0;
  return parts.map(({ length }) => {
    const [heldWei = 0n, ...totals] = amounts.slice(at, at + length);
    at += length;
    return totals.reduce((sum, totalWei) => sum + totalWei - heldWei, heldWei);
  });
}
