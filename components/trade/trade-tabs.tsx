"use client";

import * as Tabs from "@radix-ui/react-tabs";
import { useSearchParams } from "next/navigation";
import { type RefObject, useEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { amountText, parseAmount } from "@/lib/features/trade/rules/amounts";
import { DEADLINE_MINUTES } from "@/lib/features/trade/rules/deadline";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import type { Slippage } from "@/lib/features/trade/rules/slippage";
import type { ChainSlug } from "@/lib/shared/chains";
import { toChecksumAddress } from "@/lib/shared/checksum-address";
import { decimalMark } from "@/lib/web/format-decimal";
import { readQuickBuy } from "@/lib/web/trade/buy-presets";
import { AccountTrade } from "./account/account-trade";
import type { TradeRequest } from "./trade-bar";
import { TradeForm } from "./trade-form";
import { TradeSettings } from "./trade-settings";
import { useReferrer } from "./use-referrer";
import { useTrade } from "./use-trade";

export type TradeTabsProps = {
  chain: ChainSlug;
  /** Token address, in any letter case. */
  tokenAddress: string;
  /** Symbol from the creator; untrusted. */
  symbol: string;
  /** Percentage of the ordinary fee that the creator gives to referrers. */
  referralShare?: number;
  /** Opens a side and focuses its amount field. */
  request?: TradeRequest | null;
};

const SIDES = [
  { side: "buy", title: "Buy" },
  { side: "sell", title: "Sell" },
] as const;

const isSide = (value: string): value is TradeSide => value === "buy" || value === "sell";

/** Buy and sell tabs with one form each; input is kept when the tab changes. */
export function TradeTabs({
  chain,
  tokenAddress,
  symbol,
  referralShare = 0,
  request = null,
}: TradeTabsProps) {
  const token = { chain, symbol, tokenAddress: toChecksumAddress(tokenAddress) };
  const referral = { referralShare, referrer: useReferrer(token.tokenAddress, referralShare) };
  const query = useSearchParams();
  const wanted = query.get("trade");
  const quickBuy = readQuickBuy(query);
  const [side, setSide] = useState<TradeSide>(wanted === "sell" ? "sell" : "buy");
  const panel = useRef<HTMLDivElement>(null);
  const [texts, setTexts] = useState({ buy: "", sell: "" });
  const [slippage, setSlippage] = useState<Slippage>("auto");
  const [deadlineMinutes, setDeadlineMinutes] = useState<number>(DEADLINE_MINUTES.default);
  const onTraded = (outcome: { side: TradeSide }) =>
    setTexts((before) => ({ ...before, [outcome.side]: "" }));
  const trade = useTrade({ ...token, onTraded });
  const isRunning = useRef(trade.isRunning);
  isRunning.current = trade.isRunning;
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
    <Tabs.Root
      ref={panel}
      className="scroll-mt-32"
      value={side}
      onValueChange={(value) => isSide(value) && setSide(value)}
    >
      <div className="flex items-center gap-2">
        <SideList disabled={trade.isRunning} />
        <TradeSettings
          slippage={slippage}
          onSlippage={setSlippage}
          deadlineMinutes={deadlineMinutes}
          onDeadlineMinutes={setDeadlineMinutes}
        />
      </div>
      {SIDES.map(({ side: value }) => (
        <Tabs.Content key={value} value={value} className="mt-3 outline-none" tabIndex={-1}>
          <TradeForm
            {...token}
            {...referral}
            side={value}
            text={texts[value]}
            onText={(text) => setTexts((before) => ({ ...before, [value]: text }))}
            slippage={slippage}
            deadlineMinutes={deadlineMinutes}
            trade={trade}
          />
        </Tabs.Content>
      ))}
      <AccountTrade {...token} onTraded={onTraded} />
    </Tabs.Root>
  );
}

/** Shows the side that is asked for elsewhere on the page, unless a trade runs, and focuses its amount. */
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
  const asked = useRef<TradeRequest | null>(null);
  useEffect(() => {
    if (request !== null && !isRunning.current) onSide(request.side);
    asked.current = request;
  }, [request, onSide, isRunning]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each request, once its side is shown
  useEffect(() => {
    if (asked.current === null || (asked.current.side !== side && !isRunning.current)) return;
    asked.current = null;
    panel.current?.scrollIntoView({ block: "start" });
    // The fields of a side that was hidden are rendered after this effect.
    const frame = requestAnimationFrame(() => {
      const input = panel.current?.querySelector<HTMLElement>("[data-state=active] input");
      input?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [request, side]);
}

function SideList({ disabled }: { disabled: boolean }) {
  return (
    <Tabs.List
      aria-label="Buy or sell"
      className="grid h-10 grow grid-cols-2 rounded-control bg-raised p-1"
    >
      {SIDES.map(({ side: value, title }) => (
        <Tabs.Trigger
          key={value}
          value={value}
          disabled={disabled}
          className={cn(
            "rounded-[0.4rem] font-semibold text-muted text-sm transition-colors hover:text-ink",
            "data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-card",
            "dark:data-[state=active]:bg-line",
          )}
        >
          {title}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  );
}
