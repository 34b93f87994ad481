import { EXAMPLE } from "@/lib/operations/example-values";
import type { OperationExamples } from "@/lib/operations/operation-docs";
import { UDF_RESOLUTIONS } from "./rules/udf";

const EXCHANGE = "Launchpad";

const { chain, token, name, symbol, createdAt } = EXAMPLE;
const params = { chain };
const supported_resolutions = [...UDF_RESOLUTIONS];

export const UDF_CONFIG_EXAMPLES = {
  params,
  response: {
    supports_search: true,
    supports_group_request: false,
    supports_marks: false,
    supports_timescale_marks: false,
    supports_time: true,
    supported_resolutions,
    exchanges: [{ value: EXCHANGE, name: EXCHANGE, desc: "Base Sepolia" }],
    symbols_types: [{ name: "Tokens", value: "crypto" }],
  },
} satisfies OperationExamples;

export const UDF_SYMBOL_EXAMPLES = {
  params,
  query: { symbol: token },
  response: {
    name: symbol,
    ticker: token,
    description: name,
    type: "crypto",
    exchange: EXCHANGE,
    listed_exchange: EXCHANGE,
    session: "24x7",
    timezone: "Etc/UTC",
    format: "price",
    minmov: 1,
    pricescale: 100_000_000,
    volume_precision: 8,
    currency_code: "ETH",
    data_status: "streaming",
    supported_resolutions,
    has_seconds: true,
    seconds_multipliers: ["1"],
    has_intraday: true,
    intraday_multipliers: ["1", "5", "15", "30", "60", "240"],
    has_daily: true,
    daily_multipliers: ["1"],
    has_weekly_and_monthly: false,
  },
} satisfies OperationExamples;

export const UDF_SEARCH_EXAMPLES = {
  params,
  query: { query: "light" },
  response: [
    {
      symbol,
      full_name: `${EXCHANGE}:${token}`,
      description: name,
      exchange: EXCHANGE,
      ticker: token,
      type: "crypto",
    },
  ],
} satisfies OperationExamples;

export const UDF_HISTORY_EXAMPLES = {
  params,
  query: {
    symbol: token,
    resolution: "60",
    from: String(createdAt),
    to: String(createdAt + 7_200),
  },
  response: {
    s: "ok",
    t: [createdAt],
    o: [1.3333],
    h: [1.3902],
    l: [1.3333],
    c: [1.3852],
    v: [0.05],
  },
  otherResponses: {
    nothing: { s: "no_data", nextTime: createdAt },
  },
} satisfies OperationExamples;

export const UDF_QUOTES_EXAMPLES = {
  params,
  query: { symbols: token },
  response: {
    s: "ok",
    d: [
      {
        s: "ok",
        n: token,
        v: {
          ch: 0.0519,
          chp: 3.892597,
          short_name: symbol,
          exchange: EXCHANGE,
          description: name,
          lp: 1.3852,
          ask: 1.3852,
          bid: 1.3852,
          spread: 0,
          open_price: 1.3333,
          prev_close_price: 1.3333,
          high_price: 1.3902,
          low_price: 1.3333,
          volume: 0.05,
        },
      },
    ],
  },
} satisfies OperationExamples;

export const UDF_TIME_EXAMPLES = { params, response: createdAt } satisfies OperationExamples;
