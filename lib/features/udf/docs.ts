import type { OperationDocs } from "@/lib/operations/operation-docs";
import {
  UDF_CONFIG_EXAMPLES,
  UDF_HISTORY_EXAMPLES,
  UDF_QUOTES_EXAMPLES,
  UDF_SEARCH_EXAMPLES,
  UDF_SYMBOL_EXAMPLES,
  UDF_TIME_EXAMPLES,
} from "./examples";

/** Texts and examples of these operations. */
export const UDF_DOCS = {
  getUdfConfig: {
    summary: "Get the chart datafeed's configuration",
    description:
      "Extension. TradingView's UDF protocol: use `/udf/{chain}` as the datafeed URL of a chart. The " +
      "resolutions are those of the candles.",
    examples: UDF_CONFIG_EXAMPLES,
  },
  getUdfSymbol: {
    summary: "Get a token as a chart symbol",
    description:
      "Extension. UDF. A symbol is the token's address, because names are not unique. The chart shows " +
      "`name`.",
    examples: UDF_SYMBOL_EXAMPLES,
  },
  searchUdfSymbols: {
    summary: "Search chart symbols",
    description: "Extension. UDF. The token search in the format of the protocol.",
    examples: UDF_SEARCH_EXAMPLES,
  },
  getUdfHistory: {
    summary: "Get a chart's bars",
    description:
      "Extension. UDF. The candles of a token as numbers: market caps and volumes in ETH. Returns the " +
      "newest 1,000 bars of the range or of `countback`. The candles endpoint returns exact values.",
    examples: UDF_HISTORY_EXAMPLES,
  },
  getUdfQuotes: {
    summary: "Get quotes of chart symbols",
    description:
      "Extension. UDF. Current market caps of tokens and their 24-hour change. A symbol that is not " +
      "a token gets `s: error`; the others are not affected.",
    examples: UDF_QUOTES_EXAMPLES,
  },
  getUdfTime: {
    summary: "Get the server time for a chart",
    description: "Extension. UDF. Unix seconds as a bare number.",
    examples: UDF_TIME_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
