/**
 * The supported chains. `slug` is the only value that `{chain}` accepts; `network` is the value of
 * `meta.network` in the Data API.
 */
export const CHAINS = {
  base: {
    slug: "base",
    chainId: 8453,
    name: "Base",
    network: "mainnet",
    nativeCurrency: "ETH",
    blockExplorerUrl: "https://basescan.org",
  },
  "base-sepolia": {
    slug: "base-sepolia",
    chainId: 84532,
    name: "Base Sepolia",
    network: "testnet",
    nativeCurrency: "ETH",
    blockExplorerUrl: "https://sepolia.basescan.org",
  },
  robinhood: {
    slug: "robinhood",
    chainId: 4663,
    name: "Robinhood Chain",
    network: "mainnet",
    nativeCurrency: "ETH",
    blockExplorerUrl: "https://robinhoodchain.blockscout.com",
  },
} as const satisfies Record<
  string,
  {
    slug: string;
    chainId: number;
    name: string;
    network: "mainnet" | "testnet";
    nativeCurrency: string;
    blockExplorerUrl: string;
  }
>;

export type ChainSlug = keyof typeof CHAINS;
export type ChainFacts = (typeof CHAINS)[ChainSlug];

export const CHAIN_SLUGS = ["base", "base-sepolia", "robinhood"] as const satisfies ChainSlug[];

/** The chains that have an entry, such as those for which a server has contracts. */
export function chainsIn(entries: Partial<Record<ChainSlug, unknown>>): ChainSlug[] {
  return CHAIN_SLUGS.filter((slug) => entries[slug] !== undefined);
}

/** Whether `value` is exactly one of the slugs (aliases and numeric ids are not). */
export function isChainSlug(value: string): value is ChainSlug {
  return Object.hasOwn(CHAINS, value);
}

/** The variable with the RPC URLs of a chain. */
export function rpcVariableOf(chain: ChainSlug): string {
  return `RPC_URL_${chain.toUpperCase().replaceAll("-", "_")}`;
}
