import type { OperationDocs } from "./operation-docs";
import {
  UDF_CONFIG_EXAMPLES,
  UDF_HISTORY_EXAMPLES,
  UDF_QUOTES_EXAMPLES,
  UDF_SEARCH_EXAMPLES,
  UDF_SYMBOL_EXAMPLES,
  UDF_TIME_EXAMPLES,
} from "./udf-examples";

/** What the documents say of these operations. */
export const UDF_DOCS = {
  getUdfConfig: {
    summary: "Get the chart datafeed's configuration",
    description:
      "Extension. TradingView's UDF protocol: give a chart `/udf/{chain}` as the address of its " +
      "datafeed. The resolutions are those of the candles.",
    examples: UDF_CONFIG_EXAMPLES,
  },
  getUdfSymbol: {
    summary: "Get a token as a symbol of a chart",
    description:
      "Extension. UDF. A symbol is a token by its address, because anybody can launch a token that " +
      "is called like another; the chart shows `name`.",
    examples: UDF_SYMBOL_EXAMPLES,
  },
  searchUdfSymbols: {
    summary: "Search symbols of a chart",
    description: "Extension. UDF. The search for tokens, in the form that charts expect.",
    examples: UDF_SEARCH_EXAMPLES,
  },
  getUdfHistory: {
    summary: "Get a chart's bars",
    description:
      "Extension. UDF. The candles of a token as numbers: market caps in ETH, volumes in ETH; the " +
      "newest 1,000 bars of the range or of `countback`. Exact values are those of the candles.",
    examples: UDF_HISTORY_EXAMPLES,
  },
  getUdfQuotes: {
    summary: "Get quotes of a chart's symbols",
    description:
      "Extension. UDF. What tokens are worth now and how that changed in 24 hours, for lists of " +
      "symbols. A symbol that is no token fails alone, with `s: error`.",
    examples: UDF_QUOTES_EXAMPLES,
  },
  getUdfTime: {
    summary: "Get the server's time for a chart",
    description: "Extension. UDF. Unix seconds as a bare number.",
    examples: UDF_TIME_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
