import { dataParams } from "../schemas/data";
import {
  udfConfig,
  udfHistory,
  udfHistoryQuery,
  udfSearchQuery,
  udfSearchResult,
  udfSymbol,
  udfSymbolQuery,
  udfTime,
} from "../schemas/udf";
import { CACHE } from "./cache";
import { noBody, nothing, operation } from "./operation";
import {
  UDF_CONFIG_EXAMPLES,
  UDF_HISTORY_EXAMPLES,
  UDF_SEARCH_EXAMPLES,
  UDF_SYMBOL_EXAMPLES,
  UDF_TIME_EXAMPLES,
} from "./udf-examples";

/**
 * Extension: a datafeed by TradingView's UDF protocol. A chart's datafeed address is `/udf/{chain}`.
 * Source: charting library documentation, "UDF adapter".
 */

const shared = {
  interface: "data",
  errorForm: "udf",
  method: "GET",
  params: dataParams,
  body: noBody,
  bodyBytesMax: 0,
  limit: { policy: "data", when: "first" },
  errors: ["invalid_parameters", "rate_limited", "internal_error"],
} as const;
const ofToken = {
  ...shared,
  errors: ["invalid_parameters", "token_not_found", "rate_limited", "internal_error"],
} as const;

/** What the datafeed can do. */
export const getUdfConfig = operation({
  ...shared,
  id: "getUdfConfig",
  path: "/udf/{chain}/config",
  summary: "Get the chart datafeed's configuration",
  description:
    "Extension. TradingView's UDF protocol: give a chart `/udf/{chain}` as the address of its " +
    "datafeed. The resolutions are those of the candles.",
  query: nothing,
  response: udfConfig,
  cache: CACHE.basic,
  examples: UDF_CONFIG_EXAMPLES,
});

/** A token as a chart's symbol. */
export const getUdfSymbol = operation({
  ...ofToken,
  id: "getUdfSymbol",
  path: "/udf/{chain}/symbols",
  summary: "Get a token as a symbol of a chart",
  description:
    "Extension. UDF. A symbol is a token by its address, because anybody can launch a token that " +
    "is called like another; the chart shows `name`.",
  query: udfSymbolQuery,
  response: udfSymbol,
  cache: CACHE.basic,
  examples: UDF_SYMBOL_EXAMPLES,
});

/** Tokens as a chart finds them. */
export const searchUdfSymbols = operation({
  ...shared,
  id: "searchUdfSymbols",
  path: "/udf/{chain}/search",
  summary: "Search symbols of a chart",
  description: "Extension. UDF. The search for tokens, in the form that charts expect.",
  query: udfSearchQuery,
  response: udfSearchResult,
  cache: CACHE.list,
  examples: UDF_SEARCH_EXAMPLES,
});

/** Candles as a chart reads them. */
export const getUdfHistory = operation({
  ...ofToken,
  id: "getUdfHistory",
  path: "/udf/{chain}/history",
  summary: "Get a chart's bars",
  description:
    "Extension. UDF. The candles of a token as numbers: market caps in ETH, volumes in ETH; the " +
    "newest 1,000 bars of the range or of `countback`. Exact values are those of the candles.",
  query: udfHistoryQuery,
  response: udfHistory,
  cache: CACHE.live,
  examples: UDF_HISTORY_EXAMPLES,
});

/** What time it is here. */
export const getUdfTime = operation({
  ...shared,
  id: "getUdfTime",
  path: "/udf/{chain}/time",
  summary: "Get the server's time for a chart",
  description: "Extension. UDF. Unix seconds as a bare number.",
  query: nothing,
  response: udfTime,
  cache: null,
  examples: UDF_TIME_EXAMPLES,
});
