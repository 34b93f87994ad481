import type { Address } from "viem";

export type TokenListRow = {
  address: Address;
  symbol: string;
  name: string;
  marketCapWei: bigint;
  /** Unix seconds. */
  createdAt: number;
  /** Unix seconds from which the pool is open for trading. */
  startTime: number;
  image: string | null;
  description: string | null;
};

export type TokenRow = TokenListRow & {
  website: string | null;
  twitter: string | null;
  telegram: string | null;
  discord: string | null;
  farcaster: string | null;
};

export type HolderPage = {
  /** All holders, not only those of the page. */
  total: number;
  holders: { holder: Address; amountWei: bigint }[];
};

export type TokenOrder = "marketCap" | "newest";

/** What the data interface asks about tokens. Addresses in lower case, in and out. */
export type Market = {
  listTokens(query: {
    chainId: number;
    order: TokenOrder;
    manager?: Address | undefined;
    /** The creator wallet or the holder of the fee stream. */
    ownerAddress?: Address | undefined;
    limit: number;
    offset: number;
  }): Promise<TokenListRow[]>;
  findToken(query: { chainId: number; address: Address }): Promise<TokenRow | null>;
  /** Largest balance first, ties by address; null when the token is not known. */
  listHolders(query: {
    chainId: number;
    address: Address;
    limit: number;
    offset: number;
  }): Promise<HolderPage | null>;
  /** Makes the indexer look at the chain now instead of at its next poll. */
  nudgeIndexer(slug: string): Promise<void>;
};
