/** Every table of chains is checked against this list. */
export const CHAIN_SLUGS = ["base", "base-sepolia", "robinhood"] as const;
export type ChainSlug = (typeof CHAIN_SLUGS)[number];

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
  ChainSlug,
  {
    slug: string;
    chainId: number;
    name: string;
    network: "mainnet" | "testnet";
    nativeCurrency: string;
    blockExplorerUrl: string;
  }
>;

export type ChainFacts = (typeof CHAINS)[ChainSlug];

/** The chains that have an entry, such as those for which a server has contracts. */
export function chainsIn(entries: Partial<Record<ChainSlug, unknown>>): ChainSlug[] {
  return CHAIN_SLUGS.filter((slug) => entries[slug] !== undefined);
}

/** Whether `value` is exactly one of the slugs (aliases and numeric ids are not). */
export function isChainSlug(value: string): value is ChainSlug {
  return Object.hasOwn(CHAINS, value);
}

/** The ends of the names of per-chain variables. */
const SUFFIXES = {
  base: "BASE",
  "base-sepolia": "BASE_SEPOLIA",
  robinhood: "ROBINHOOD",
} as const satisfies Record<ChainSlug, string>;

/** The name of a chain's variable: `chainVariable("RPC_URL", "base")` is `RPC_URL_BASE`. */
export function chainVariable<Prefix extends "RPC_URL" | "CONFIRMATIONS">(
  prefix: Prefix,
  chain: ChainSlug,
) {
  return `${prefix}_${SUFFIXES[chain]}` as const;
}
