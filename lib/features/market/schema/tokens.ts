import { z } from "zod";
import { MODERATION_REASONS, SHOWN_STATES } from "@/lib/features/moderation/rules/moderation";
import {
  anyCase,
  anyCaseAddress,
  chainParams,
  checksumAddress,
  decimal,
  ifValid,
  unixSeconds,
} from "@/lib/schemas/common";
import { documentAs } from "@/lib/schemas/wire-form";
import { ignoredParameters, meta } from "./meta";
import { checkOrder, orderFields, readOrder } from "./token-order";
import {
  checkRanges,
  cursorFields,
  hasRanges,
  isExact,
  rangeFields,
  readAddresses,
  readRanges,
} from "./token-ranges";

/** Path parameters and response shapes of the Data API. A value that does not exist yet is null. */
export const tokenParams = chainParams.extend({
  tokenAddress: anyCaseAddress.meta({ description: "Address of the token, in any letter case." }),
});

/** A query parameter that is a whole number. */
export const wholeNumberText = (min: number, max: number, fallback: number) =>
  documentAs(
    z
      .string()
      .regex(/^\d{1,15}$/, "must be a whole number")
      .transform(Number)
      .pipe(z.number().int().min(min).max(max))
      .default(fallback),
    { type: "integer", minimum: min, maximum: max, default: fallback },
  );
const OFFSET_MAX = 999_999_999;
/** The number of items to skip. An offset past the end of a list is valid: the list is empty. */
export const offsetText = documentAs(
  z
    .string()
    .regex(/^\d+$/, "must be a whole number")
    .transform((text) => Math.min(Number(text), OFFSET_MAX))
    .default(0),
  { type: "integer", minimum: 0, maximum: OFFSET_MAX, default: 0 },
);
/** A query parameter that is `true` or `false`, as text. */
export const flag = documentAs(anyCase(["true", "false"]), { type: "boolean" });

export const page = z.object({
  limit: wholeNumberText(1, 100, 50).meta({ description: "Page size, 1 to 100." }),
  offset: offsetText.meta({ description: "Number of items to skip." }),
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
  ...ifValid("manager", "managerAddress"),
};
/** Replaces aliases by the name of the filter. */
function readFilters<Query extends Managers>({ managerAddress, ...query }: Query) {
  return managerAddress === undefined ? query : { ...query, manager: managerAddress };
}

export const listQuery = filters.refine(namesOneManager, twoManagers).transform(readFilters);

type SortedListQuery = Omit<z.output<typeof filters>, "managerAddress"> &
  ReturnType<typeof readOrder> & {
    sparkline?: Flag;
    figures?: Flag;
    cursor?: string | undefined;
    addresses?: `0x${string}`[] | undefined;
    /** Undefined without a bound. */
    ranges?: ReturnType<typeof readRanges> | undefined;
  };
type Flag = "true" | "false" | undefined;

export const sortedListQuery = filters
  .extend({
    ...orderFields,
    sparkline: flag.optional().meta({
      description:
        "Extension: `true` adds `sparkline` to each item: its market cap over the last 24 hours.",
    }),
    ...cursorFields,
    ...rangeFields,
  })
  .refine(namesOneManager, twoManagers)
  .superRefine(checkOrder)
  .superRefine(checkRanges)
  .superRefine((query, ctx) => {
    const { manager, managerAddress, ownerAddress, addresses, cursor } = query;
    const named = manager ?? managerAddress ?? ownerAddress;
    if (addresses !== undefined) {
      const isAlone = named === undefined && cursor === undefined && !hasRanges(query);
      if (isAlone && isExact(readOrder(query).sort)) return;
      const message = "cannot be combined with this order, `cursor` or another filter";
      ctx.addIssue({ code: "custom", path: ["addresses"], message });
    }
    if (named === undefined) return;
    if (isExact(readOrder(query).sort) && !hasRanges(query)) return;
    const path = [ownerAddress === undefined ? "manager" : "ownerAddress"];
    const message = "cannot be combined with this order or with ranges";
    ctx.addIssue({ code: "custom", path, message });
  })
  .transform((query): SortedListQuery => {
    const { limit, offset, manager, managerAddress, ownerAddress } = query;
    return {
      ...readFilters({ limit, offset, manager, managerAddress, ownerAddress }),
      sparkline: query.sparkline,
      figures: query.figures,
      cursor: query.cursor,
      addresses: readAddresses(query.addresses),
      ...readOrder(query),
      ranges: hasRanges(query) ? readRanges(query) : undefined,
    };
  });
export const pagination = z.strictObject({
  limit: z.number().int().min(1).max(100),
  offset: z.number().int().nonnegative(),
});

const feeBps = z.number().int().min(0).max(10_000);
/** The fee of purchases of a token with launch protection. */
export const launchProtection = z.strictObject({
  startTime: unixSeconds.meta({ description: "When trading opens or opened." }),
  endTime: unixSeconds.meta({ description: "When the fee has fallen to `endFeeBps`." }),
  startFeeBps: feeBps.meta({
    description: "Fee of a purchase at `startTime`, in basis points of what the buyer pays.",
  }),
  endFeeBps: feeBps.meta({ description: "The trading fee, which sales always pay." }),
  buyFeeBps: feeBps.meta({
    description:
      "Fee of a purchase at `timestamp`: `startFeeBps` until `startTime`, then `endFeeBps` + " +
      "ceil((`startFeeBps` - `endFeeBps`) × (`endTime` - `timestamp`) / (`endTime` - `startTime`)) " +
      "until `endTime`. The response may be cached; compute the current fee from the other fields.",
  }),
  timestamp: unixSeconds.meta({ description: "When `buyFeeBps` was computed." }),
});
/** The decision of a moderator about a token. */
export const moderationState = z.strictObject({
  state: z.enum(SHOWN_STATES).meta({
    description:
      "`hidden`: not in lists, search and streams, only at its address and among the launches and positions of an address. `blurred`: its image should be blurred. `picture_removed`: `image` is null.",
  }),
  reason: z.enum(MODERATION_REASONS),
});

/** Only of a token about which a moderator of the launchpad decided. */
export const tokenModeration = moderationState.optional().meta({
  description: "Extension: the decision of a moderator; absent for a token without one.",
});

const listItem = z.strictObject({
  tokenAddress: checksumAddress,
  symbol: z.string(),
  name: z.string(),
  marketCapETH: decimal,
  createdAt: unixSeconds,
  image: z.url().nullable(),
  description: z.string().nullable(),
  launchProtection: launchProtection.optional().meta({
    description:
      "Extension: the higher fee of purchases before and while launch protection runs; absent " +
      "without it and after its end.",
  }),
  moderation: tokenModeration,
});
const stats = {
  volume24h: decimal.meta({ description: "ETH traded in the last 24 hours." }),
  priceChange24h: decimal.meta({ description: "Percent change in the last 24 hours." }),
};
/** Figures of a token by which lists are ordered. */
const listFigures = z.strictObject({
  priceETH: decimal.meta({ description: "ETH per token." }),
  priceChange5m: decimal.meta({
    description: "Percent change in the 5 minutes before the last full minute.",
  }),
  priceChange1h: decimal.meta({ description: "The same for 1 hour." }),
  priceChange6h: decimal.meta({ description: "The same for 6 hours." }),
  trades24h: z.number().int().nonnegative().meta({
    description: "Trades in the 24 hours before the last full minute.",
  }),
  holders: z.number().int().nonnegative().meta({
    description: "Addresses with a balance, including the pool.",
  }),
  liquidityETH: decimal.meta({
    description: "ETH that the pool held in the last full minute, the bid wall included.",
  }),
  creatorShare: z
    .number()
    .nonnegative()
    .meta({
      description:
        "Holding of the creator's wallet in the last full minute, in percent of the supply, rounded down " +
        "to 0.01.",
    }),
  topHoldersShare: z.number().nonnegative().meta({
    description: "The same of the ten largest holders; contracts of the market are no holders.",
  }),
  firstBlockShare: z
    .number()
    .nonnegative()
    .meta({
      description:
        "The same of the buyers in the first traded block: the tokens that they still hold, of each at " +
        "most what it bought there.",
    }),
});

export const tokenListItem = listItem.extend({
  fairLaunchActive: z.boolean(),
  volume24h: stats.volume24h.optional(),
  priceChange24h: stats.priceChange24h.optional(),
  marketCapUSD: decimal.nullable().optional().meta({
    description: "Market cap in dollars; null without an ETH/USD feed. Only with `sort`.",
  }),
  figures: listFigures.optional().meta({
    description: "Extension: further figures. Only with `figures=true`.",
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

export const tokenList = z.strictObject({
  data: z.array(tokenListItem),
  pagination: pagination.extend({
    next: z.string().nullable().optional().meta({
      description:
        "Extension: `cursor` of the next page; null at the end. With `figures=true` or `cursor`, not `addresses`.",
    }),
  }),
  meta,
});
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
