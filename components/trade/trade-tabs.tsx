"use client";

import { useSearchParams } from "next/navigation";
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { TabList, tabIds } from "@/components/ui/tabs";
import type { LaunchProtection } from "@/lib/features/market/rules/launch-protection";
import { amountText, parseAmount } from "@/lib/features/trade/rules/amounts";
import { DEADLINE_MINUTES } from "@/lib/features/trade/rules/deadline";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import type { Slippage } from "@/lib/features/trade/rules/slippage";
import type { ChainSlug } from "@/lib/shared/chains";
import { decimalMark } from "@/lib/web/format/format-decimal";
import { readQuickBuy } from "@/lib/web/trade/buy-presets";
import { readTradeSide } from "@/lib/web/trade/trade-link";
import { AccountTrade } from "./account/account-trade";
import type { TradeRequest } from "./trade-bar";
import { TradeForm } from "./trade-form";
import { TradeSettings } from "./trade-settings";
import { useReferrer } from "./use-referrer";
import { useTrade } from "./use-trade";

export type TradeTabsProps = {
  chain: ChainSlug;
  /** Token address with its checksum. */
  tokenAddress: `0x${string}`;
  /** Symbol from the creator; untrusted. */
  symbol: string;
  /** Percentage of the trading fee that the creator gives to referrers. */
  referralShare: number;
  /** The referrer that the page's link names. */
  namedReferrer: `0x${string}` | null;
  /** Launch protection of the token; null without it. */
  protection: LaunchProtection | null;
  /** Opens a side and focuses its amount field. */
  request?: TradeRequest | null;
};

const SIDES = [
  { id: "buy", title: "Buy" },
  { id: "sell", title: "Sell" },
] as const;

/** Buy and sell tabs with one form each; input is kept when the tab changes. */
export function TradeTabs({
  chain,
  tokenAddress,
  symbol,
  referralShare,
  namedReferrer,
  protection,
  request = null,
}: TradeTabsProps) {
  const token = { chain, symbol, tokenAddress };
  const referrer = useReferrer(chain, tokenAddress, referralShare, namedReferrer);
  const referral = { referralShare, referrer };
  const query = useSearchParams();
  const wanted = readTradeSide(query);
  const quickBuy = readQuickBuy(query);
  const [side, setSide] = useState<TradeSide>(wanted ?? "buy");
  const panel = useRef<HTMLDivElement>(null);
  const tabs = useId();
  const [texts, setTexts] = useState({ buy: "", sell: "" });
  const [slippage, setSlippage] = useState<Slippage>("auto");
  const [deadlineMinutes, setDeadlineMinutes] = useState<number>(DEADLINE_MINUTES.default);
  const onTraded = (outcome: { side: TradeSide }) =>
    setTexts((before) => ({ ...before, [outcome.side]: "" }));
  const trade = useTrade({ ...token, onTraded });
  const isBusy = trade.isRunning || trade.isUndecided;
  const isRunning = useRef(isBusy);
  isRunning.current = isBusy;
  // After a reload, show the trade on its way.
  useEffect(() => {
    if (trade.side !== null) setSide(trade.side);
  }, [trade.side]);
  // After a link to trade, focus the amount, also when the panel is below the fold.
  useEffect(() => {
    if (wanted !== null) panel.current?.querySelector("input")?.focus();
  }, [wanted]);
  // A link to buy fills in its amount and leaves the rest to the user.
  useEffect(() => {
    const amount = parseAmount(quickBuy ?? "");
    if (amount === null || isRunning.current) return;
    setSide("buy");
    setTexts((before) => ({ ...before, buy: amountText(amount, decimalMark()) }));
    panel.current?.querySelector("input")?.focus();
  }, [quickBuy]);
  useRequestedSide({ request, side, onSide: setSide, isRunning, panel });
  return (
    <div ref={panel} className="scroll-mt-32">
      <div className="flex items-center gap-2">
        <TabList
          label="Buy or sell"
          tabs={SIDES}
          prefix={tabs}
          selected={side}
          onSelect={setSide}
          disabled={isBusy}
          className="grid h-10 grow grid-cols-2 rounded-control bg-raised p-1"
          tabClassName="rounded-[0.4rem] font-semibold text-muted text-sm transition-colors hover:text-ink aria-selected:bg-surface aria-selected:text-ink aria-selected:shadow-card dark:aria-selected:bg-line"
        />
        <TradeSettings
          slippage={slippage}
          onSlippage={setSlippage}
          deadlineMinutes={deadlineMinutes}
          onDeadlineMinutes={setDeadlineMinutes}
        />
      </div>
      {SIDES.map(({ id }) => (
        <div
          key={id}
          role="tabpanel"
          id={tabIds(tabs, id).panel}
          aria-labelledby={tabIds(tabs, id).tab}
          hidden={id !== side}
          className="mt-3 outline-none"
          tabIndex={-1}
        >
          {id === side && (
            <TradeForm
              {...token}
              {...referral}
              protection={protection}
              side={id}
              text={texts[id]}
              onText={(text) => setTexts((before) => ({ ...before, [id]: text }))}
              slippage={slippage}
              deadlineMinutes={deadlineMinutes}
              trade={trade}
            />
          )}
        </div>
      ))}
      <AccountTrade {...token} onTraded={onTraded} />
    </div>
  );
}

/**
 * Shows the side that another part of the page requests, unless a trade runs, and focuses its
 * amount.
 */
function useRequestedSide({
  request,
  side,
  onSide,
  isRunning,
  panel,
}: {
  request: TradeRequest | null;
  side: TradeSide;
  onSide: (side: TradeSide) => void;
  isRunning: RefObject<boolean>;
  panel: RefObject<HTMLDivElement | null>;
}) {
  const pending = useRef<TradeRequest | null>(null);
  useEffect(() => {
    if (request !== null && !isRunning.current) onSide(request.side);
    pending.current = request;
  }, [request, onSide, isRunning]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each request, once its side is shown
  useEffect(() => {
    if (pending.current === null || (pending.current.side !== side && !isRunning.current)) return;
    pending.current = null;
    panel.current?.scrollIntoView({ block: "start" });
    // The fields of a side that was hidden are rendered after this effect.
    const frame = requestAnimationFrame(() => {
      const input = panel.current?.querySelector<HTMLElement>(
        "[role=tabpanel]:not([hidden]) input",
      );
      input?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [request, side]);
}
