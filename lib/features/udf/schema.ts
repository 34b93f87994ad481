import { z } from "zod";
import { LATEST_SECOND } from "@/lib/features/market/schema/market";
import { wholeNumberText } from "@/lib/features/market/schema/tokens";
import { checksumAddress, ifValid, unixSeconds } from "@/lib/schemas/common";
import { documentAs } from "@/lib/schemas/wire-form";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { intervalOf, RESOLUTION_ALIASES, UDF_RESOLUTIONS } from "./rules/udf";

/**
 * Wire shapes of TradingView's UDF protocol. Values are JSON numbers, as the protocol requires, rounded
 * from the candles' exact values.
 */

const SEARCH_MAX = 50;

/** A token's address in any letter case, with or without the exchange's name before a colon. */
const symbol = z
  .string()
  .regex(/^([^:,]{1,60}:)?0[Xx][0-9A-Fa-f]{40}$/, "must be the token's address")
  .transform((text) => toChecksumAddress(text.slice(-42).toLowerCase()))
  .meta({ description: "Address of the token: the `ticker` of a search result." });

/** Charts that scroll far back request times before 1970. */
const FARTHEST_SECOND = 9_999_999_999_999;
const secondForm = {
  type: "integer",
  minimum: -FARTHEST_SECOND,
  maximum: FARTHEST_SECOND,
} as const;
const second = documentAs(
  z
    .string()
    .regex(/^-?\d{1,13}$/, "must be Unix seconds")
    .transform((text) => Math.min(LATEST_SECOND, Math.max(0, Number(text)))),
  secondForm,
);

export const udfSymbolQuery = z.object({ symbol });

const QUOTES_MAX = 50;

/** Requested names, each with its address; null if it is not an address. */
export const udfQuotesQuery = z.object({
  symbols: z
    .string()
    .min(1, "must not be empty")
    .max(5_000, "is too long")
    .transform((text) => [...new Set(text.split(",").map((name) => name.trim()))])
    .refine((names) => names.length <= QUOTES_MAX, `must be at most ${QUOTES_MAX} symbols`)
    .transform((names) =>
      names.map((name) => ({ name, address: symbol.safeParse(name).data ?? null })),
    )
    .meta({ description: `Comma-separated symbols, up to ${QUOTES_MAX}.` }),
});

const filter = z.string().max(40, "must be at most 40 characters long").default("");

export const udfSearchQuery = z.object({
  query: z
    .string()
    .trim()
    .max(2_048, "must be at most 2,048 characters long")
    .default("")
    .meta({ description: "Search text; empty for the tokens with the highest market cap." }),
  type: filter.meta({ description: "Empty or `crypto`." }),
  exchange: filter.meta({
    description: "Empty or the name of this launchpad, as `config` lists it.",
  }),
  limit: wholeNumberText(1, 999_999_999, 30)
    .transform((limit) => Math.min(limit, SEARCH_MAX))
    .meta({ description: `Maximum number of results, up to ${SEARCH_MAX}.` }),
});

const resolution = documentAs(
  z
    .string()
    .max(10, "must be a resolution")
    .transform((text, context) => {
      const interval = intervalOf(text);
      if (interval !== null) return interval;
      const message = `must be one of: ${UDF_RESOLUTIONS.join(", ")}`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }),
  { type: "string", enum: [...UDF_RESOLUTIONS, ...Object.keys(RESOLUTION_ALIASES)] },
);
const countback = documentAs(
  z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().int().min(1)),
  { type: "integer", minimum: 1, maximum: 999_999_999 },
);

export const udfHistoryQuery = z
  .object({
    symbol,
    resolution: resolution.meta({
      description: "Length of a bar in minutes, in seconds with an S, or in days with a D.",
    }),
    from: documentAs(second.default(0), { ...secondForm, default: 0 }).meta({
      description: "Start of the range in Unix seconds, inclusive; not used with `countback`.",
    }),
    to: second.meta({ description: "End of the range in Unix seconds, exclusive." }),
    countback: countback
      .optional()
      .meta({ description: "Number of bars before `to`; replaces `from`." }),
  })
  .refine(({ from, to, countback }) => countback !== undefined || from <= to, {
    path: ["from"],
    message: "must not be after `to`",
    ...ifValid("from", "to", "countback"),
  });

const resolutions = z.array(z.enum(UDF_RESOLUTIONS));

export const udfConfig = z.strictObject({
  supports_search: z.literal(true),
  supports_group_request: z.literal(false),
  supports_marks: z.literal(false),
  supports_timescale_marks: z.literal(false),
  supports_time: z.literal(true),
  supported_resolutions: resolutions,
  exchanges: z.array(z.strictObject({ value: z.string(), name: z.string(), desc: z.string() })),
  symbols_types: z.array(z.strictObject({ name: z.string(), value: z.string() })),
});

export const udfSymbol = z.strictObject({
  name: z.string(),
  ticker: checksumAddress,
  description: z.string(),
  type: z.literal("crypto"),
  exchange: z.string(),
  listed_exchange: z.string(),
  session: z.literal("24x7"),
  timezone: z.literal("Etc/UTC"),
  format: z.literal("price"),
  minmov: z.literal(1),
  pricescale: z.number().int().positive(),
  volume_precision: z.number().int().nonnegative(),
  currency_code: z.literal("ETH"),
  data_status: z.literal("streaming"),
  supported_resolutions: resolutions,
  has_seconds: z.literal(true),
  seconds_multipliers: z.array(z.string()),
  has_intraday: z.literal(true),
  intraday_multipliers: z.array(z.string()),
  has_daily: z.literal(true),
  daily_multipliers: z.array(z.string()),
  has_weekly_and_monthly: z.literal(false),
});

export const udfSearchResult = z.array(
  z.strictObject({
    symbol: z.string(),
    full_name: z.string(),
    description: z.string(),
    exchange: z.string(),
    ticker: checksumAddress,
    type: z.literal("crypto"),
  }),
);

const numbers = z.array(z.number().nonnegative());

export const udfHistory = z.discriminatedUnion("s", [
  z.strictObject({
    s: z.literal("ok"),
    t: z.array(unixSeconds).meta({ description: "Starts of the bars, ascending." }),
    o: numbers,
    h: numbers,
    l: numbers,
    c: numbers,
    v: numbers,
  }),
  z.strictObject({
    s: z.literal("no_data"),
    nextTime: unixSeconds.optional().meta({
      description: "Start of the newest bar before the range; absent if there is none.",
    }),
  }),
]);

const quote = z.strictObject({
  ch: z.number().meta({ description: "Change in 24 hours." }),
  chp: z.number().meta({ description: "The same in percent." }),
  short_name: z.string(),
  exchange: z.string(),
  description: z.string(),
  lp: z.number().nonnegative().meta({ description: "Market cap in ETH, as in the bars." }),
  ask: z.number().nonnegative().meta({ description: "Same as `lp`: a pool has no order book." }),
  bid: z.number().nonnegative().meta({ description: "Same as `lp`." }),
  spread: z.literal(0),
  open_price: z.number().nonnegative().meta({ description: "Market cap 24 hours ago." }),
  prev_close_price: z.number().nonnegative().meta({ description: "Same as `open_price`." }),
  high_price: z.number().nonnegative(),
  low_price: z.number().nonnegative(),
  volume: z.number().nonnegative().meta({ description: "ETH traded in 24 hours." }),
});
export const udfQuotes = z.strictObject({
  s: z.literal("ok"),
  d: z.array(
    z.discriminatedUnion("s", [
      z.strictObject({
        s: z.literal("ok"),
        n: z.string().meta({ description: "The requested symbol." }),
        v: quote,
      }),
      z.strictObject({ s: z.literal("error"), n: z.string(), v: z.strictObject({}) }),
    ]),
  ),
});

export const udfTime = unixSeconds;

export type UdfConfig = z.output<typeof udfConfig>;
export type UdfSymbol = z.output<typeof udfSymbol>;
export type UdfSearchResult = z.output<typeof udfSearchResult>;
export type UdfQuotes = z.output<typeof udfQuotes>;
export type UdfHistory = z.output<typeof udfHistory>;
