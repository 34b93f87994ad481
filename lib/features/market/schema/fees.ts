import { z } from "zod";
import { MANAGER_TYPES } from "@/lib/features/managers/rules/manager-kind";
import { anyCaseAddress, chainParams, checksumAddress, decimal } from "@/lib/schemas/common";
import { meta } from "./meta";
import { statListItem } from "./tokens";

/** Data API extensions for earnings: the fees of a token, and an address. */

/**
 * The public identity of an address. `name` is null for an email address, which is never returned,
 * and for an X or Farcaster user without a known current name;
 * `verified` is true once the owner has signed in.
 */
const publicIdentity = z.strictObject({
  type: z.enum(["email", "twitter", "farcaster"]),
  name: z.string().nullable(),
  verified: z.boolean(),
});

/** Earnings in ETH. */
export const flows = {
  earned: decimal.meta({ description: "Total ETH earned." }),
  claimed: decimal.meta({ description: "ETH claimed so far." }),
  claimable: decimal.meta({ description: "ETH that can be claimed now." }),
};

const WITHOUT_REFERRALS = "without referral earnings, which `getReferrals` returns.";

/** Earnings of an address in ETH, without those as a referrer. */
const addressFlows = {
  earned: decimal.meta({ description: `Total ETH earned, ${WITHOUT_REFERRALS}` }),
  claimed: decimal.meta({ description: `ETH claimed so far, ${WITHOUT_REFERRALS}` }),
  claimable: decimal.meta({ description: `ETH that can be claimed now, ${WITHOUT_REFERRALS}` }),
};

/** Income of a token's fee stream in ETH, also where a manager shares it further. */
const streamFlows = {
  earned: decimal.meta({ description: "ETH that the fee stream has earned." }),
  claimed: decimal.meta({
    description:
      "ETH that the holder of the stream has collected. A manager that holds it may still owe it to its earners: " +
      "see their addresses.",
  }),
  claimable: decimal.meta({
    description: "ETH that the holder of the stream has not collected yet.",
  }),
};

export const tokenFees = z.strictObject({
  tokenAddress: checksumAddress,
  owner: checksumAddress.meta({ description: "Holder of the fee stream." }),
  manager: checksumAddress
    .nullable()
    .meta({ description: "The manager that holds the fee stream and shares its income, or null." }),
  earners: z.array(
    z.strictObject({
      address: checksumAddress.nullable().meta({ description: "Null for buybacks." }),
      role: z.enum(["creator", "recipient", "protocol", "buyback"]),
      percentage: z
        .number()
        .min(0)
        .max(100)
        .meta({
          description:
            "Percentage of the 1% trading fee, by the current shares. A referral share comes out of the creator " +
            "share first; what launch protection adds to the fee goes to the bid wall.",
        }),
      identity: publicIdentity.nullable(),
    }),
  ),
  totalFees: decimal.meta({
    description: "All fees in ETH, including buybacks and what launch protection added.",
  }),
  referralFees: decimal.meta({
    description:
      "ETH of `totalFees` that went to referrers of trades, out of the creator share. `earned` is what " +
      "the creator share has left.",
  }),
  ...streamFlows,
  meta,
});

export const accountParams = chainParams.extend({
  address: anyCaseAddress.meta({ description: "Address in any letter case." }),
});

/** Managers in the response about an address; of more, those with the highest claimable amounts. */
export const ACCOUNT_MANAGERS_MAX = 100;

/** Roles of an address in a manager, in the order of the responses. */
export const MANAGER_ROLES = ["owner", "creator", "recipient", "protocol"] as const;

/** A manager in which an address has a share. */
export const accountManager = z.strictObject({
  managerAddress: checksumAddress,
  type: z.enum(MANAGER_TYPES),
  roles: z.array(z.enum(MANAGER_ROLES)),
  ...flows,
  tokens: z.array(checksumAddress).meta({
    description: "Tokens of the manager with income to sync, up to 100.",
  }),
});

export const addressFees = z.strictObject({
  address: checksumAddress,
  identity: publicIdentity.nullable(),
  ...addressFlows,
  totalTokens: z
    .string()
    .regex(/^(0|[1-9]\d*)$/)
    .meta({ description: "Number of tokens that this address created." }),
  tokens: z.array(statListItem).meta({
    description: "The newest 50 of them. List the tokens with `ownerAddress` to get all.",
  }),
  streams: z
    .array(
      z.strictObject({
        tokenAddress: checksumAddress,
        symbol: z.string(),
        name: z.string(),
        claimable: decimal,
      }),
    )
    .meta({
      description: "Fee streams that this address holds and that have income to claim, up to 100.",
    }),
  managers: z
    .array(accountManager)
    .meta({ description: "Managers in which this address has a share, up to 100." }),
  isComplete: z.boolean().meta({
    description:
      "False for an address that earned something in more than 1,000 managers: the amounts are those of " +
      "the 1,000 that earned it the most.",
  }),
  meta,
});

export const managerParams = chainParams.extend({
  managerAddress: anyCaseAddress.meta({
    description: "Address of the manager in any letter case.",
  }),
});

/** Earners in the response about a manager; of more, those with the highest claimable amounts. */
export const MANAGER_EARNERS_MAX = 100;

export const managerEarners = z.strictObject({
  managerAddress: checksumAddress,
  earners: z
    .array(
      z.strictObject({
        address: checksumAddress,
        roles: z.array(z.enum(MANAGER_ROLES)).meta({
          description:
            "Current roles; empty for an earlier earner. A former recipient of the protocol fee is " +
            "`protocol` until each token has been synced.",
        }),
        identity: publicIdentity.nullable(),
        ...flows,
      }),
    )
    .meta({ description: "Up to 100, highest claimable amount first." }),
  isComplete: z.boolean().meta({
    description: "False if the manager owes ETH to more than the 100 addresses that are listed.",
  }),
  meta,
});

export type ManagerEarners = z.output<typeof managerEarners>;
export type TokenFees = z.output<typeof tokenFees>;
export type AddressFees = z.output<typeof addressFees>;
