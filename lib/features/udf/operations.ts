import { CACHE } from "@/lib/operations/cache";
import { noBody, nothing, operation } from "@/lib/operations/operation";
import { chainParams } from "@/lib/schemas/common";
import {
  udfConfig,
  udfHistory,
  udfHistoryQuery,
  udfQuotes,
  udfQuotesQuery,
  udfSearchQuery,
  udfSearchResult,
  udfSymbol,
  udfSymbolQuery,
  udfTime,
} from "./schema";

/**
 * Extension: a datafeed by TradingView's UDF protocol. A chart's datafeed address is `/udf/{chain}`.
 * Source: charting library documentation, "UDF adapter".
 */

const shared = {
  api: "data",
  errorForm: "udf",
  method: "GET",
  params: chainParams,
  body: noBody,
  bodyBytesMax: 0,
  limit: { policy: "data", when: "first" },
  errors: ["invalid_parameters", "rate_limited", "internal_error"],
} as const;
const ofToken = {
  ...shared,
  errors: ["invalid_parameters", "token_not_found", "rate_limited", "internal_error"],
} as const;

/** Capabilities of the datafeed. */
export const getUdfConfig = operation({
  ...shared,
  id: "getUdfConfig",
  path: "/udf/{chain}/config",
  query: nothing,
  response: udfConfig,
  cache: CACHE.basic,
});

/** A token as a chart symbol. */
export const getUdfSymbol = operation({
  ...ofToken,
  id: "getUdfSymbol",
  path: "/udf/{chain}/symbols",
  query: udfSymbolQuery,
  response: udfSymbol,
  cache: CACHE.basic,
});

/** Search for chart symbols. */
export const searchUdfSymbols = operation({
  ...shared,
  id: "searchUdfSymbols",
  path: "/udf/{chain}/search",
  query: udfSearchQuery,
  response: udfSearchResult,
  cache: CACHE.list,
});

/** Candles as chart bars. */
export const getUdfHistory = operation({
  ...ofToken,
  id: "getUdfHistory",
  path: "/udf/{chain}/history",
  query: udfHistoryQuery,
  response: udfHistory,
  cache: CACHE.live,
});

/** Current quotes of chart symbols. */
export const getUdfQuotes = operation({
  ...shared,
  id: "getUdfQuotes",
  path: "/udf/{chain}/quotes",
  query: udfQuotesQuery,
  response: udfQuotes,
  cache: CACHE.live,
});

/** Server time. */
export const getUdfTime = operation({
  ...shared,
  id: "getUdfTime",
  path: "/udf/{chain}/time",
  query: nothing,
  response: udfTime,
  cache: null,
});
