import type { ChainSlug } from "@/lib/shared/chains";
import type { AccountTradeDraft } from "@/lib/web/trade/run/account-trade-draft";

/** A trade with a managed wallet that is being confirmed or sent. */
export type AccountTradeProps = {
  chain: ChainSlug;
  symbol: string;
  draft: AccountTradeDraft;
  onTraded: (trade: { side: "buy" | "sell" }) => void;
};
