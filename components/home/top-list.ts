/** The list of top tokens: the largest of each chain, enough to fill its places when some fall. */
export const TOP_TOKENS = { sort: "marketCap", filters: {}, limit: 20 } as const;
