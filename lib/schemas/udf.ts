import { z } from "zod";
import { toChecksumAddress } from "../domain/checksum-address";
import { intervalOf, UDF_EXCHANGE, UDF_RESOLUTIONS } from "../domain/udf";
import { checksumAddress, unixSeconds } from "./common";
import { wholeNumber } from "./data";

/**
 * The shapes of TradingView's UDF protocol, so that its charts and those of others can show tokens.
 * Values are JSON numbers, as the protocol has them: the ones nearest to the candles' exact ones.
 */

const LATEST_SECOND = 99_999_999_999;
const SEARCH_MAX = 50;

/** A token's address in any letter case, with or without the exchange that symbols have in front. */
const symbol = z
  .string()
  .regex(/^(slipway:)?0x[0-9a-f]{40}$/i, "must be the token's address")
  .transform((text) => toChecksumAddress(text.slice(-42).toLowerCase()))
  .meta({ description: "Address of the token: the `ticker` of a search result." });

/** Charts that scroll back far ask for times before 1970. */
const second = z
  .string()
  .regex(/^-?\d{1,13}$/, "must be Unix seconds")
  .transform((text) => Math.min(LATEST_SECOND, Math.max(0, Number(text))));

export const udfSymbolQuery = z.object({ symbol });

const filter = z.string().max(40, "must be at most 40 characters long").default("");

export const udfSearchQuery = z.object({
  query: z
    .string()
    .trim()
    .max(100, "must be at most 100 characters long")
    .default("")
    .meta({ description: "As in the search; empty for the tokens with the highest market cap." }),
  type: filter.meta({ description: "Empty or `crypto`." }),
  exchange: filter.meta({ description: `Empty or \`${UDF_EXCHANGE}\`.` }),
  limit: wholeNumber(1, 999_999_999, 30)
    .transform((limit) => Math.min(limit, SEARCH_MAX))
    .meta({ description: `Most results; never more than ${SEARCH_MAX}.` }),
});

export const udfHistoryQuery = z
  .object({
    symbol,
    resolution: z
      .string()
      .max(10, "must be a resolution")
      .transform((text, context) => {
        const interval = intervalOf(text);
        if (interval !== null) return interval;
        const message = `must be one of: ${UDF_RESOLUTIONS.join(", ")}`;
        context.addIssue({ code: "custom", message });
        return z.NEVER;
      })
      .meta({ description: "Length of a bar: seconds with an S, days with a D, else minutes." }),
    from: second.default(0).meta({
      description: "First bar start, Unix seconds, inclusive; not used with `countback`.",
    }),
    to: second.meta({ description: "End of the range, Unix seconds, exclusive." }),
    countback: z
      .string()
      .regex(/^\d{1,9}$/, "must be a whole number")
      .transform(Number)
      .pipe(z.number().int().min(1))
      .optional()
      .meta({ description: "How many bars before `to` are wanted, whatever `from` is." }),
  })
  .refine(({ from, to, countback }) => countback !== undefined || from <= to, {
    path: ["from"],
    message: "must not be after `to`",
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
  exchange: z.literal(UDF_EXCHANGE),
  listed_exchange: z.literal(UDF_EXCHANGE),
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
    exchange: z.literal(UDF_EXCHANGE),
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
      description: "Start of the newest bar before the range; absent when there is none.",
    }),
  }),
]);

export const udfTime = unixSeconds;

export type UdfConfig = z.output<typeof udfConfig>;
export type UdfSymbol = z.output<typeof udfSymbol>;
export type UdfSearchResult = z.output<typeof udfSearchResult>;
export type UdfHistory = z.output<typeof udfHistory>;
