/** Groups of operations in the OpenAPI documents, with their descriptions. */
export const TAGS = {
  Adapters: "Formats that market sites read: DEX Screener, GeckoTerminal and CoinGecko.",
} as const;

export type TagName = keyof typeof TAGS;
