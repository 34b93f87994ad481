import { z } from "zod";
import { address, chainSlug, checksumAddress, decimal, hash32 } from "@/lib/schemas/common";
import { IDENTITY_RULES } from "@/lib/schemas/identity";
import { recipientSpec } from "@/lib/schemas/recipients";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { IDENTITY_TYPES } from "@/lib/shared/identity";

/** ETH with at most 18 fraction digits, as wei. */
const ethText = (message: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,12}(\.\d{1,18})?$/, message)
    .transform((text) => {
      const [whole = "0", fraction = ""] = text.split(".");
      return BigInt(whole + fraction.padEnd(18, "0"));
    });
const ethAmount = ethText("must be ETH as a plain decimal, or max").refine(
  (wei) => wei > 0n,
  "must be greater than 0",
);
/** `feeAtMost` of the preview: the action never costs more gas. Without it, the current fee applies. */
const feeAtMost = ethText("must be ETH as a plain decimal").optional();

export const withdrawRequest = z
  .object({
    chain: chainSlug,
    wallet: address,
    to: IDENTITY_RULES.wallet.transform((text) => toChecksumAddress(text)),
    amount: z.union([z.literal("max"), ethAmount]),
    /** Without it the response is a preview and nothing is sent. */
    confirm: z.boolean().default(false),
    feeAtMost,
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

export const dropTokenRequest = z.object({
  chain: chainSlug,
  manager: address,
  tokenAddress: address,
  /** Without it a managed wallet sends nothing, and the response is a preview. */
  confirm: z.boolean().default(false),
  feeAtMost,
  /** Idempotency key: a repeated request returns the state of the first one. */
  requestId: z.uuid().optional(),
});
export const dropTokenAnswer = z.strictObject({
  success: z.literal(true),
  /** `to_sign`: the moderator is an external wallet, which must send `transaction`. */
  state: z.enum(["preview", "to_sign", "pending", "completed", "failed"]),
  chain: chainSlug,
  manager: checksumAddress,
  tokenAddress: checksumAddress,
  /** The moderator. */
  wallet: checksumAddress,
  /** ETH that a managed wallet pays for gas; null for an external wallet. */
  feeAtMost: decimal.nullable(),
  transaction: z
    .strictObject({ chainId: z.number().int(), to: checksumAddress, data: z.string() })
    .nullable(),
  transactionHash: hash32.nullable(),
  error: z.string().nullable(),
});

export type WithdrawRequest = z.output<typeof withdrawRequest>;
export type WithdrawAnswer = z.output<typeof withdrawAnswer>;
export type SharesRequest = z.output<typeof sharesRequest>;
export type SharesAnswer = z.output<typeof sharesAnswer>;
export type DropTokenRequest = z.output<typeof dropTokenRequest>;
export type DropTokenAnswer = z.output<typeof dropTokenAnswer>;
