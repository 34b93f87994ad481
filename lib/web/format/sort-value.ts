import type { TokenListItem } from "@/lib/features/market/schema/tokens";
import type { TokenSort } from "../queries";

/** Value of each order; floats are precise enough to find a row's position. */
const VALUES: Record<TokenSort, (token: TokenListItem) => number> = {
  marketCap: ({ marketCapETH }) => Number(marketCapETH),
  newest: ({ createdAt }) => createdAt,
  volume24h: ({ volume24h = "0" }) => Number(volume24h),
  priceChange24h: ({ priceChange24h = "0" }) => Number(priceChange24h),
  priceChange5m: ({ figures }) => Number(figures?.priceChange5m ?? 0),
  priceChange1h: ({ figures }) => Number(figures?.priceChange1h ?? 0),
  priceChange6h: ({ figures }) => Number(figures?.priceChange6h ?? 0),
  trades24h: ({ figures }) => figures?.trades24h ?? 0,
  holders: ({ figures }) => figures?.holders ?? 0,
  liquidity: ({ figures }) => Number(figures?.liquidityETH ?? 0),
  creatorShare: ({ figures }) => figures?.creatorShare ?? 0,
};

export function sortValue(sort: TokenSort, token: TokenListItem): number {
  return VALUES[sort](token);
}

export function isSort(value: unknown): value is TokenSort {
  return Object.hasOwn(VALUES, String(value));
}
