import { z } from "zod";
import { PAYOUT_SOURCE_KINDS } from "@/lib/features/fees/rules/payout";
import { accountManager } from "@/lib/features/market/schema/fees";
import { statListItem } from "@/lib/features/market/schema/tokens";
import { address, chainSlug, checksumAddress, decimal, hash32 } from "@/lib/schemas/common";
import { IDENTITY_RULES } from "@/lib/schemas/identity";
import { recipientSpec } from "@/lib/schemas/recipients";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { IDENTITY_TYPES, normalizeIdentity } from "@/lib/shared/identity";
import { hasToken, WATCHED_MAX } from "./rules/watchlist";

/** A verified identity. `id` is stable, `name` is displayed. Returned only to its owner. */
const ownIdentity = z.strictObject({
  type: z.enum(IDENTITY_TYPES),
  id: z.string(),
  name: z.string(),
  verified: z.literal(true),
  /** Unix seconds of the latest sign-in with it. */
  signedInAt: z.number().int(),
});

/** A wallet of the user. `managed`: the service holds its key. */
const ownWalletShape = z.strictObject({
  address: checksumAddress,
  managed: z.boolean(),
  identity: z.strictObject({ type: z.enum(IDENTITY_TYPES), name: z.string() }),
});

export const accountAnswer = z.strictObject({
  success: z.literal(true),
  account: z.strictObject({
    id: z.string(),
    createdAt: z.number().int(),
    identities: z.array(ownIdentity),
    wallets: z.array(ownWalletShape),
  }),
  session: z.strictObject({
    /** Unix seconds. */
    authenticatedAt: z.number().int(),
    /** Whether actions that require a recent sign-in are allowed, and until when. */
    recent: z.boolean(),
    recentUntil: z.number().int(),
  }),
});

export const endSessionsRequest = z.object({});
export const endSessionsAnswer = z.strictObject({
  success: z.literal(true),
  /** How many sessions were open. */
  ended: z.number().int(),
});

const email = z
  .string()
  .pipe(IDENTITY_RULES.email)
  .transform((text) => normalizeIdentity("email", text).id);

/** The identity that the next sign-in adds to the account. */
export const linkRequest = z.discriminatedUnion("type", [
  z.object({ type: z.literal("email"), email }),
  z.object({ type: z.enum(["wallet", "twitter", "farcaster"]) }),
]);
export const linkAnswer = z.strictObject({
  success: z.literal(true),
  /** Unix seconds until which a sign-in of that kind is added. */
  expiresAt: z.number().int(),
});

export const unlinkRequest = z.object({ type: z.enum(IDENTITY_TYPES), id: z.string().max(254) });
export const unlinkAnswer = z.strictObject({ success: z.literal(true) });

/** The CSRF token of this browser, which is the nonce of the signed message. */
export const farcasterRequest = z.object({ nonce: z.string().regex(/^[0-9a-zA-Z]{8,128}$/) });
export const farcasterRequestAnswer = z.strictObject({
  success: z.literal(true),
  /** Link to open in the Farcaster app. */
  url: z.url({ protocol: /^https$/ }),
  token: z.string(),
});
export const farcasterRequestToken = z.object({ token: z.string().regex(/^[\w.-]{1,512}$/) });
export const farcasterSignature = z.discriminatedUnion("state", [
  z.strictObject({ success: z.literal(true), state: z.enum(["pending", "expired"]) }),
  z.strictObject({
    success: z.literal(true),
    state: z.literal("signed"),
    message: z.string(),
    signature: z.string(),
  }),
]);

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

const watched = z.object({ chain: chainSlug, address });
const watchedList = z.array(watched).max(WATCHED_MAX).default([]);

export const watchlistRequest = z
  .object({
    /** The account whose list changes; 409 when another one is signed in now. */
    account: z.string().max(64),
    /** Tokens to add, newest first. */
    add: watchedList,
    remove: watchedList,
  })
  .refine(({ add, remove }) => !add.some((token) => hasToken(remove, token)), {
    error: "must not contain a token in both add and remove",
    path: ["remove"],
  });
export const watchlistAnswer = z.strictObject({
  success: z.literal(true),
  account: z.string(),
  /** Newest first, at most 500. */
  tokens: z.array(z.strictObject({ chain: chainSlug, address: checksumAddress })),
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
const accountLedger = z.strictObject({
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
          books: accountLedger,
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

/** ETH with at most 18 fraction digits, as wei. */
const ethAmount = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,18})?$/, "must be ETH as a plain decimal, or max")
  .transform((text) => {
    const [whole = "0", fraction = ""] = text.split(".");
    return BigInt(whole + fraction.padEnd(18, "0"));
  })
  .refine((wei) => wei > 0n, "must be greater than 0");

export const withdrawRequest = z
  .object({
    chain: chainSlug,
    wallet: address,
    to: IDENTITY_RULES.wallet.transform((text) => toChecksumAddress(text)),
    amount: z.union([z.literal("max"), ethAmount]),
    /** Without it the response is a preview and nothing is sent. */
    confirm: z.boolean().default(false),
    /** Idempotency key: a repeated request returns the state of the first one. */
    requestId: z.uuid().optional(),
  })
  .transform(({ amount, ...rest }) => ({ ...rest, amountWei: amount }));

const actionEnd = { transactionHash: hash32.nullable(), error: z.string().nullable() };

export const withdrawAnswer = z.strictObject({
  success: z.literal(true),
  state: z.enum(["preview", "pending", "completed", "failed"]),
  chain: chainSlug,
  wallet: checksumAddress,
  to: checksumAddress,
  /** ETH. */
  amount: decimal,
  feeAtMost: decimal,
  ...actionEnd,
});

export const sharesRequest = z.object({
  chain: chainSlug,
  manager: address,
  recipients: recipientSpec,
});
export const sharesAnswer = z.strictObject({
  success: z.literal(true),
  /** `to_sign`: the moderator is an external wallet, which must send `transaction`. */
  state: z.enum(["to_sign", "pending", "completed", "failed"]),
  chain: chainSlug,
  manager: checksumAddress,
  recipients: z.array(
    z.strictObject({
      address: checksumAddress,
      percentage: z.string(),
      originalInput: z.strictObject({ type: z.enum(IDENTITY_TYPES), id: z.string() }),
    }),
  ),
  transaction: z
    .strictObject({ chainId: z.number().int(), to: checksumAddress, data: z.string() })
    .nullable(),
  ...actionEnd,
});

export type WithdrawRequest = z.output<typeof withdrawRequest>;
export type WithdrawAnswer = z.output<typeof withdrawAnswer>;
export type SharesRequest = z.output<typeof sharesRequest>;
export type SharesAnswer = z.output<typeof sharesAnswer>;
export type PayoutAnswer = z.output<typeof payoutAnswer>;
export type AccountBooksAnswer = z.output<typeof accountLedger>;
export type EarningsAnswer = z.output<typeof earningsAnswer>;
export type AccountAnswer = z.output<typeof accountAnswer>;
export type FarcasterRequestAnswer = z.output<typeof farcasterRequestAnswer>;
export type FarcasterSignature = z.output<typeof farcasterSignature>;
export type EndSessionsAnswer = z.output<typeof endSessionsAnswer>;
export type LinkRequest = z.output<typeof linkRequest>;
export type LinkAnswer = z.output<typeof linkAnswer>;
export type WatchlistRequest = z.output<typeof watchlistRequest>;
export type WatchlistAnswer = z.output<typeof watchlistAnswer>;
