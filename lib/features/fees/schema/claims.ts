import type { Address } from "viem";
import { z } from "zod";
import { checksumAddress, ifValid, nonZeroAddress } from "@/lib/schemas/common";
import { preparedCalls, preparedFields, sender, weiText } from "@/lib/schemas/prepared-calls";
import { flows } from "../../market/schema/fees";
import { meta } from "../../market/schema/meta";
import { PAYOUT_SOURCE_KINDS } from "../rules/payout";

/** A parsed request for a claim that `from` sends; `account` is paid. */
export type PrepareClaimRequest = {
  from: Address;
  account: Address;
  /** Gets the referral earnings of `from`, if it is not `from` itself. */
  referralRecipient: Address | null;
};

export const prepareClaimRequest = z
  .object({
    from: sender.meta({ description: "The wallet that sends the claim and pays the gas." }),
    account: nonZeroAddress.nullish().meta({
      description: "The account that is paid; default `from`. Anyone can claim for it.",
    }),
    referralRecipient: nonZeroAddress.nullish().meta({
      description:
        "The account that is paid the referral earnings, if not `from`. Only the referrer can " +
        "choose it, so `account` must be `from` or absent. Not a fee manager or a token.",
    }),
  })
  .refine(
    ({ from, account, referralRecipient }) => !referralRecipient || !account || account === from,
    {
      path: ["referralRecipient"],
      message: "requires that account is from, or absent",
      ...ifValid("from", "account"),
    },
  )
  .transform(
    ({ from, account, referralRecipient }): PrepareClaimRequest => ({
      from,
      account: account ?? from,
      referralRecipient: referralRecipient ?? null,
    }),
  );

export const claimPrepared = z.strictObject({
  success: z.literal(true),
  message: z.string(),
  sendCalls: preparedCalls,
  ...preparedFields,
  account: checksumAddress,
  totalWei: weiText.meta({ description: "Amount that the calls pay to the account now." }),
  sources: z.array(
    z.strictObject({
      kind: z.enum(PAYOUT_SOURCE_KINDS).meta({
        description:
          "`token`: its fee stream. `manager`: the account's share of a manager. `referral`: the hook " +
          "that holds what the account earned as a referrer of trades.",
      }),
      address: checksumAddress,
      amountWei: weiText,
    }),
  ),
});
export type ClaimPrepared = z.output<typeof claimPrepared>;

/** Data API extension: the earnings of an address as a referrer of trades. */
export const referralEarnings = z.strictObject({
  address: checksumAddress,
  ...flows,
  hooks: z
    .array(z.strictObject({ hookAddress: checksumAddress, ...flows }))
    .meta({ description: "The deployments' hooks that hold or held earnings of the address." }),
  meta,
});
export type ReferralEarnings = z.output<typeof referralEarnings>;
