"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSiteName } from "@/components/layout/site-facts";
import { useCurrency } from "@/components/tokens/amounts/use-currency";
import { shareTitle } from "@/lib/features/share/rules/share-title";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatDecimal } from "@/lib/web/format/format-decimal";
import { tokenPriceQuery } from "@/lib/web/token/token-queries";

/**
 * Keeps the market cap in front of the tab's title: `5.41 ETH · First Light (LIGHT) on Base ·
 * Slipway`. The server's title, which previews and search results show, is without it.
 */
export function TabTitle({
  chain,
  token,
}: {
  chain: ChainSlug;
  token: Parameters<typeof shareTitle>[1] & { tokenAddress: string };
}) {
  const siteName = useSiteName();
  const [currency] = useCurrency();
  const { data } = useQuery(tokenPriceQuery(chain, token.tokenAddress));
  const title = `${shareTitle(chain, token)} · ${siteName}`;
  const worth = data === undefined ? null : formatWorth(data.price, currency);
  useEffect(() => {
    const shown = worth === null ? title : `${worth} · ${title}`;
    document.title = shown;
    // Next writes the server's title again when the metadata of the page arrives after this.
    const observer = new MutationObserver(() => {
      if (document.title === title && shown !== title) document.title = shown;
    });
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
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
