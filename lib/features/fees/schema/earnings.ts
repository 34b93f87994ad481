import { z } from "zod";
import { address, chainSlug, checksumAddress, decimal, hash32 } from "@/lib/schemas/common";
import { accountManager } from "../../market/schema/fees";
import { statListItem } from "../../market/schema/tokens";
import { PAYOUT_SOURCE_KINDS } from "../rules/payout";

const payoutSource = {
  chain: chainSlug,
  /**
   * `token`: a fee stream that the wallet holds; `manager`: a share of a manager's fees; `referral`: what
   * the hook holds for a referrer of trades.
   */
  kind: z.enum(PAYOUT_SOURCE_KINDS),
  source: checksumAddress,
  /** ETH. */
  amount: decimal,
};
const payout = z.strictObject({
  ...payoutSource,
  wallet: checksumAddress,
  state: z.enum(["pending", "paid", "failed"]),
  /** Paid ETH; null until it is known. */
  paid: decimal.nullable(),
  transactionHash: hash32.nullable(),
  error: z.string().nullable(),
  createdAt: z.number().int(),
});

export const payoutRequest = z.object({
  /** One of the user's wallets; default: all of them. */
  wallet: address.optional(),
});
export const payoutAnswer = z.strictObject({
  success: z.literal(true),
  payouts: z.array(payout),
  /** Amounts not paid: below the minimum, rejected by the contract, or left for the next request. */
  unpaid: z.array(
    z.strictObject({
      ...payoutSource,
      wallet: checksumAddress,
      reason: z.enum(["too_small", "refused", "next_time"]),
      /** Minimum payout in ETH at the current gas price; null for other reasons. */
      least: decimal.nullable(),
    }),
  ),
  /** Chains that did not respond. */
  unavailable: z.array(chainSlug),
});

const flows = {
  /** ETH earned in total, paid out, and not paid out yet, as of the indexed block. */
  earned: decimal,
  claimed: decimal,
  claimable: decimal,
};

/** Indexed fees and tokens of a wallet on a chain, also on chains that the Data API does not serve. */
const addressLedger = z.strictObject({
  ...flows,
  createdTokens: z.number().int(),
  /** The newest 50 tokens that the wallet created. */
  tokens: z.array(statListItem),
  /** Fee streams with earnings that the wallet holds itself. */
  streams: z.array(
    z.strictObject({
      tokenAddress: checksumAddress,
      symbol: z.string(),
      name: z.string(),
      claimed: decimal,
      claimable: decimal,
    }),
  ),
  managers: z.array(accountManager),
});

/** An action of a managed wallet. `to`: the target of a withdrawal, otherwise the manager. */
const walletAction = z.strictObject({
  kind: z.enum(["withdrawal", "manager_shares", "token_drop"]),
  chain: chainSlug,
  wallet: checksumAddress,
  to: checksumAddress,
  /** ETH. */
  amount: decimal,
  state: z.enum(["pending", "completed", "failed"]),
  transactionHash: hash32.nullable(),
  error: z.string().nullable(),
  createdAt: z.number().int(),
});

export const earningsAnswer = z.strictObject({
  success: z.literal(true),
  wallets: z.array(
    z.strictObject({
      address: checksumAddress,
      managed: z.boolean(),
      chains: z.array(
        z.strictObject({
          chain: chainSlug,
          /** ETH; null if the chain does not respond. */
          balance: decimal.nullable(),
          claimable: z.array(z.strictObject(payoutSource)).nullable(),
          /** Paid referral earnings in ETH by hook; empty if the chain does not respond. */
          referrals: z.array(z.strictObject({ source: checksumAddress, claimed: decimal })),
          books: addressLedger,
        }),
      ),
    }),
  ),
  /** The latest payouts, newest first. */
  payouts: z.array(payout),
  /** The latest actions of managed wallets, newest first. */
  actions: z.array(walletAction),
  /** Minimum payout: `minimum` ETH and `gasFactor` times its gas. */
  terms: z.strictObject({ minimum: decimal, gasFactor: z.number().int() }),
});

export type PayoutAnswer = z.output<typeof payoutAnswer>;
export type AddressLedger = z.output<typeof addressLedger>;
export type EarningsAnswer = z.output<typeof earningsAnswer>;
