"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSiteName } from "@/components/layout/site-facts";
import { useCurrency } from "@/components/tokens/amounts/use-currency";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatDecimal } from "@/lib/web/format-decimal";
import { tokenPriceQuery } from "@/lib/web/token-queries";
import { tokenTitle } from "@/lib/web/token-title";

/**
 * Keeps the market cap in front of the tab's title: `5.41 ETH · First Light (LIGHT) on Base ·
 * Slipway`. The server's title, which previews and search results show, is without it.
 */
export function TabTitle({
  chain,
  token,
}: {
  chain: ChainSlug;
  token: { tokenAddress: string; name: string; symbol: string };
}) {
  const siteName = useSiteName();
  const [currency] = useCurrency();
  const { data } = useQuery(tokenPriceQuery(chain, token.tokenAddress));
  const title = `${tokenTitle(chain, token)} · ${siteName}`;
  const worth = data === undefined ? null : formatWorth(data.price, currency);
  useEffect(() => {
    document.title = worth === null ? title : `${worth} · ${title}`;
  }, [title, worth]);
  return null;
}

function formatWorth(
  price: { marketCapETH: string; marketCapUSD: string | null },
  currency: "ETH" | "USD",
): string {
  const { marketCapETH, marketCapUSD } = price;
  return currency === "USD" && marketCapUSD !== null
    ? `$${formatDecimal(marketCapUSD)}`
    : `${formatDecimal(marketCapETH)} ETH`;
}
