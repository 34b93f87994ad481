"use client";

import dynamic from "next/dynamic";
import { useSyncExternalStore } from "react";
import { inPart } from "@/components/ui/part-boundary";
import type { ChainSlug } from "@/lib/shared/chains";
import { accountTrades } from "@/lib/web/trade/run/account-trade-draft";

const AccountTradeDialog = inPart(
  dynamic(() => import("./account-trade-dialog").then((module) => module.AccountTradeDialog), {
    ssr: false,
  }),
);

const none = () => null;

/** The trade of this token with a managed wallet that is being confirmed or sent; usually nothing. */
export function AccountTrade(props: {
  chain: ChainSlug;
  tokenAddress: `0x${string}`;
  symbol: string;
  onTraded: (trade: { side: "buy" | "sell" }) => void;
}) {
  const { chain, tokenAddress } = props;
  const read = () => accountTrades.of(chain, tokenAddress);
  const draft = useSyncExternalStore(accountTrades.subscribe, read, none);
  if (draft === null) return null;
  return <AccountTradeDialog {...props} draft={draft} />;
}
