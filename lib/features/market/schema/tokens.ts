import { z } from "zod";
import {
  anyCase,
  anyCaseAddress,
  chainParams,
  checksumAddress,
  decimal,
  unixSeconds,
} from "@/lib/schemas/common";
import { documentAs } from "@/lib/schemas/wire-form";
import { checkOrder, orderFields, readOrder } from "./token-order";

/** Path parameters and response shapes of the Data API. A value that does not exist yet is null. */
export const tokenParams = chainParams.extend({
  tokenAddress: anyCaseAddress.meta({ description: "Address of the token, in any letter case." }),
});

/** A query parameter that is a whole number. */
export const wholeNumberText = (min: number, max: number, fallback: number) =>
  documentAs(
    z
      .string()
      .regex(/^\d{1,9}$/, "must be a whole number")
      .transform(Number)
      .pipe(z.number().int().min(min).max(max))
      .default(fallback),
    { type: "integer", minimum: min, maximum: max, default: fallback },
  );
/** A query parameter that is `true` or `false`, as text. */
export const flag = documentAs(anyCase(["true", "false"]), { type: "boolean" });

export const page = z.object({
  limit: wholeNumberText(1, 100, 50).meta({ description: "Page size, 1 to 100." }),
  offset: wholeNumberText(0, 999_999_999, 0).meta({ description: "Number of items to skip." }),
});
const filters = page.extend({
  manager: anyCaseAddress.optional().meta({ description: "Tokens with this fee manager." }),
  managerAddress: anyCaseAddress.optional().meta({ description: "Alias of `manager`." }),
  ownerAddress: anyCaseAddress
    .optional()
    .meta({ description: "Tokens whose creator wallet or fee-stream holder is this address." }),
});
type Managers = Pick<z.output<typeof filters>, "manager" | "managerAddress">;

const namesOneManager = ({ manager, managerAddress }: Managers) =>
  manager === undefined || managerAddress === undefined || manager === managerAddress;
const twoManagers = {
  path: ["managerAddress"],
  message: "contradicts `manager`",
};
/** Replaces aliases by the name of the filter. */
function readFilters<Query extends Managers>({ managerAddress, ...query }: Query) {
  return managerAddress === undefined ? query : { ...query, manager: managerAddress };
}

export const listQuery = filters.refine(namesOneManager, twoManagers).transform(readFilters);

export const sortedListQuery = filters
  .extend({
    ...orderFields,
    sparkline: flag.optional().meta({
      description:
        "Extension: `true` adds `sparkline` to each item: its market cap over the last 24 hours.",
    }),
  })
  .refine(namesOneManager, twoManagers)
  .superRefine(checkOrder)
  .transform(({ sort, orderBy, sortBy, orderDirection, ...query }) => ({
    ...readFilters(query),
    ...readOrder({ sort, orderBy, sortBy, orderDirection }),
  }));

export const ignoredParameters = z
  .array(z.string())
  .optional()
  .meta({
    description:
      "Query parameters of this request that were ignored because the endpoint does not know them; " +
      "absent if there are none.",
  });
export const meta = z.strictObject({
  network: z.enum(["mainnet", "testnet"]),
  timestamp: unixSeconds,
  ignoredParameters,
});
export const pagination = z.strictObject({
  limit: z.number().int().min(1).max(100),
  offset: z.number().int().nonnegative(),
});

const listItem = z.strictObject({
  tokenAddress: checksumAddress,
  symbol: z.string(),
  name: z.string(),
  marketCapETH: decimal,
  createdAt: unixSeconds,
  image: z.url().nullable(),
  description: z.string().nullable(),
});
const stats = {
  volume24h: decimal.meta({ description: "ETH traded in the last 24 hours." }),
  priceChange24h: decimal.meta({ description: "Percent change in the last 24 hours." }),
};
export const tokenListItem = listItem.extend({
  fairLaunchActive: z.boolean(),
  volume24h: stats.volume24h.optional(),
  priceChange24h: stats.priceChange24h.optional(),
  marketCapUSD: decimal.nullable().optional().meta({
    description: "Market cap in dollars; null without an ETH/USD feed. Only with `sort`.",
  }),
  sparkline: z
    .array(decimal)
    .optional()
    .meta({
      description:
        "Market cap in ETH at 24 evenly spaced times over the last 24 hours, or since the launch, " +
        "oldest first, with five significant digits. Only with `sparkline=true`.",
    }),
});
/** Only of a token whose trading has not opened. */
export const startTime = unixSeconds.optional().meta({
  description: "Extension: when trading opens; absent once it is open.",
});
/** A token in the list of an extension. */
export const statListItem = listItem.extend(stats);
export const newTokenListItem = listItem.extend({ isActive: z.boolean(), startTime });

export const tokenList = z.strictObject({ data: z.array(tokenListItem), pagination, meta });
export const newTokenList = z.strictObject({ data: z.array(newTokenListItem), pagination, meta });

const social = z.string().meta({ description: "A link; empty if none was given." });
export const socials = z.strictObject({
  website: social,
  twitter: social,
  telegram: social,
  discord: social,
  farcaster: social,
});

export const tokenBasicDetails = listItem.extend({ socials, startTime, meta });

export const tokenHolders = z.strictObject({
  tokenAddress: checksumAddress,
  totalHolders: z.string().regex(/^(0|[1-9]\d*)$/),
  holders: z.array(
    z.strictObject({
      id: checksumAddress,
      balance: z.string().regex(/^[1-9]\d*$/, "must be a positive integer in smallest units"),
    }),
  ),
  pagination: pagination.extend({
    total: z.number().int().nonnegative().meta({ description: "`totalHolders` as a number." }),
  }),
  meta: z
    .strictObject({ ignoredParameters })
    .optional()
    .meta({ description: "Only if query parameters were ignored." }),
});

export type TokenList = z.output<typeof tokenList>;
export type NewTokenList = z.output<typeof newTokenList>;
export type TokenListItem = z.output<typeof tokenListItem>;
export type TokenBasicDetails = z.output<typeof tokenBasicDetails>;
export type StatListItem = z.output<typeof statListItem>;
export type Socials = z.output<typeof socials>;
export type TokenHolders = z.output<typeof tokenHolders>;
