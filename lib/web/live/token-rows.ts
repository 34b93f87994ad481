import type { TokenFigures } from "@/lib/features/stream/schema";

/** Figures that the service derives once a minute, as they are before the first time. */
export const NOT_DERIVED = {
  priceChange5m: "0",
  priceChange1h: "0",
  priceChange6h: "0",
  trades24h: 0,
  holders: 0,
  liquidityETH: "0",
  creatorShare: 0,
  topHoldersShare: 0,
  firstBlockShare: 0,
};

/** The fields of a token's row in a sorted list that an event carries. */
export function tokenRow(figures: TokenFigures) {
  const { tokenAddress, symbol, name, createdAt, image, fairLaunchActive } = figures;
  const { marketCapETH, marketCapUSD, volume24h, priceChange24h } = figures;
  const { moderation } = figures;
  return {
    tokenAddress,
    symbol,
    name,
    createdAt,
    image,
    fairLaunchActive,
    moderation,
    marketCapETH,
    marketCapUSD,
    volume24h,
    priceChange24h,
  };
}

/** The row of a token that no loaded list includes yet. */
export function unlistedToken(figures: TokenFigures) {
  const { marketCapETH, priceETH } = figures;
  return {
    ...tokenRow(figures),
    description: null,
    sparkline: [marketCapETH, marketCapETH],
    figures: { ...NOT_DERIVED, priceETH },
  };
}

/** The fields of a token's row in the list of new tokens that an event carries. */
export function newTokenRow(figures: TokenFigures) {
  const { tokenAddress, symbol, name, marketCapETH, createdAt, image } = figures;
  const { isActive, moderation } = figures;
  return { tokenAddress, symbol, name, marketCapETH, createdAt, image, isActive, moderation };
}
