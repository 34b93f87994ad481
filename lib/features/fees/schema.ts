import type { Address } from "viem";
import { z } from "zod";
import { address, checksumAddress } from "@/lib/schemas/common";
import { preparedCalls, preparedFields, sender, weiText } from "@/lib/schemas/prepared-calls";

/** A parsed request for a claim that `from` sends; `account` is paid. */
export type PrepareClaimRequest = { from: Address; account: Address };

export const prepareClaimRequest = z
  .object({
    from: sender.meta({ description: "The wallet that sends the claim and pays the gas." }),
    account: address.nullish().meta({
      description: "The account that is paid; default `from`. Anybody can claim for it.",
    }),
  })
  .transform(({ from, account }): PrepareClaimRequest => ({ from, account: account ?? from }));

export const claimPrepared = z.strictObject({
  success: z.literal(true),
  message: z.string(),
  sendCalls: preparedCalls,
  ...preparedFields,
  account: checksumAddress,
  totalWei: weiText.meta({ description: "What the calls pay to the account now." }),
  sources: z.array(
    z.strictObject({
      kind: z.enum(["token", "manager"]).meta({
        description: "`token`: its fee stream. `manager`: the account's share of a manager.",
      }),
      address: checksumAddress,
      amountWei: weiText,
    }),
  ),
});
export type ClaimPrepared = z.output<typeof claimPrepared>;
