import type { QueryClient } from "@tanstack/react-query";
import type { TokenPrice } from "@/lib/features/market/schema/price";
import type { TokenBasicDetails } from "@/lib/features/market/schema/tokens";
import type { TokenFigures } from "@/lib/features/stream/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import { operationName } from "../operation-name";
import { patchQueries } from "./patch-query";

/**
 * Patches a token's new figures into its own page. Data that the figures lack (volumes in USDC, the
 * price history) stays the same: no page shows it.
 */
export function patchToken(client: QueryClient, chain: ChainSlug, figures: TokenFigures): void {
  const { tokenAddress, marketCapETH, marketCapUSD, priceETH, priceUSD, trading } = figures;
  const { priceChange24h, allTimeHigh, allTimeLow, volume24h, volume7d } = figures;
  const input = { params: { chain, tokenAddress } };
  patchQueries<TokenPrice>(
    client,
    { queryKey: [operationName("getTokenPrice"), input] },
    (held) => ({
      ...held,
      price: {
        ...held.price,
        current: marketCapETH,
        marketCapETH,
        marketCapUSD,
        priceETH,
        priceUSD,
        priceUSDC: priceUSD,
        priceChange24h,
        allTimeHigh,
        allTimeLow,
        priceChange24hPercentage: Number(priceChange24h),
      },
      volume: { ...held.volume, volume24h, volume7d },
      trading,
    }),
  );
  const queryKey = [operationName("getToken"), input];
  const token = client.getQueryData<TokenBasicDetails>(queryKey);
  // A new image, and a restored token, comes with a description and links, which the figures lack.
  const isModerated = token?.moderation?.state !== figures.moderation?.state;
  if (token !== undefined && (isModerated || token.image !== figures.image)) {
    void client.invalidateQueries({ queryKey });
  }
}
