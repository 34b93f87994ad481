import { z } from "zod";
import { accountManager } from "@/lib/features/market/schema/fees";
import { statListItem } from "@/lib/features/market/schema/tokens";
import { address, chainSlug, checksumAddress, decimal, hash32 } from "@/lib/schemas/common";
import { IDENTITY_RULES } from "@/lib/schemas/identity";
import { recipientSpec } from "@/lib/schemas/recipients";
import { toChecksumAddress } from "@/lib/shared/checksum-address";
import { IDENTITY_TYPES, normalizeIdentity } from "@/lib/shared/identity";

/** Proven by its owner. `id` is what stays; `name` what it goes by. Only for the owner's own eyes. */
export const ownIdentity = z.strictObject({
  type: z.enum(IDENTITY_TYPES),
  id: z.string(),
  name: z.string(),
  verified: z.literal(true),
  /** Unix seconds of the latest sign-in with it. */
  signedInAt: z.number().int(),
});

/** A wallet that the person earns with. `managed`: ours keeps its key. */
export const ownWalletShape = z.strictObject({
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
    /** Whether what asks for a recent sign-in is open now, and until when. */
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

/** What is to be added to the account by the next sign-in. */
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

/** The form's token of this browser, which the signed message repeats as its nonce. */
export const farcasterRequest = z.object({ nonce: z.string().regex(/^[0-9a-zA-Z]{8,128}$/) });
export const farcasterRequestAnswer = z.strictObject({
  success: z.literal(true),
  /** What the Farcaster app opens. */
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
  /** `token`: a fee stream of one's own; `manager`: a part of what a manager shares. */
  kind: z.enum(["token", "manager"]),
  source: checksumAddress,
  /** ETH. */
  amount: decimal,
};
const payout = z.strictObject({
  ...payoutSource,
  wallet: checksumAddress,
  state: z.enum(["pending", "paid", "failed"]),
  /** What arrived, in ETH; null until it is known. */
  paid: decimal.nullable(),
  transactionHash: hash32.nullable(),
  error: z.string().nullable(),
  createdAt: z.number().int(),
});

export const payoutRequest = z.object({
  /** One of one's own wallets; all of them when left out. */
  wallet: address.optional(),
});
export const payoutAnswer = z.strictObject({
  success: z.literal(true),
  payouts: z.array(payout),
  /** What was left: not worth its gas yet, refused by the chain, or for the next request. */
  unpaid: z.array(
    z.strictObject({
      ...payoutSource,
      wallet: checksumAddress,
      reason: z.enum(["too_small", "refused", "next_time"]),
      /** ETH from which on it is worth its gas now; null for the other reasons. */
      least: decimal.nullable(),
    }),
  ),
  /** Chains that did not answer. */
  unavailable: z.array(chainSlug),
});

const flows = {
  /** ETH ever earned, paid out of that, and waiting, as of the indexed block. */
  earned: decimal,
  claimed: decimal,
  claimable: decimal,
};

/** What the index knows of a wallet on a chain, also on chains that interface A does not serve. */
const accountBooks = z.strictObject({
  ...flows,
  createdTokens: z.number().int(),
  /** The newest 50 tokens that the wallet created. */
  tokens: z.array(statListItem),
  /** Fee streams that it holds itself and that have earned. */
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

/** A withdrawal or a change of shares. */
const walletAction = z.strictObject({
  kind: z.enum(["withdrawal", "manager_shares"]),
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
          /** ETH; null when the chain does not answer. */
          balance: decimal.nullable(),
          claimable: z.array(z.strictObject(payoutSource)).nullable(),
          books: accountBooks,
        }),
      ),
    }),
  ),
  /** The latest payouts, newest first. */
  payouts: z.array(payout),
  /** The latest withdrawals and changes of shares, newest first. */
  actions: z.array(walletAction),
  /** A payment is made from `minimum` ETH on, and when it brings `gasFactor` times its gas. */
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
    /** Without it nothing is sent: the answer says what would be. */
    confirm: z.boolean().default(false),
    /** One withdrawal for each: the same request, sent again, answers how the first one stands. */
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
  /** `to_sign`: the moderator is a wallet of one's own, which has to send `transaction`. */
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
export type AccountBooksAnswer = z.output<typeof accountBooks>;
export type EarningsAnswer = z.output<typeof earningsAnswer>;
export type AccountAnswer = z.output<typeof accountAnswer>;
export type FarcasterRequestAnswer = z.output<typeof farcasterRequestAnswer>;
export type FarcasterSignature = z.output<typeof farcasterSignature>;
export type EndSessionsAnswer = z.output<typeof endSessionsAnswer>;
export type LinkRequest = z.output<typeof linkRequest>;
export type LinkAnswer = z.output<typeof linkAnswer>;
