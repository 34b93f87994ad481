"use client";

import { type RefObject, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";

/** A click on one of the bar's buttons; a new object for each click. */
export type TradeRequest = { side: TradeSide };

/**
 * Buy and Sell at the bottom of a phone screen while the trade panel is out of view. Keeps its
 * space when hidden, so that nothing shifts.
 */
export function TradeBar({
  panel,
  onTrade,
}: {
  panel: RefObject<HTMLElement | null>;
  onTrade: (request: TradeRequest) => void;
}) {
  const isPanelInView = useInView(panel);
  return (
    <div
      data-slot="trade-bar"
      className={cn(
        "-mx-4 sm:-mx-6 sticky bottom-0 z-30 grid grid-cols-2 gap-2 border-t bg-canvas px-4 pt-2 sm:px-6 lg:hidden",
        "pb-[max(0.5rem,env(safe-area-inset-bottom))]",
        isPanelInView && "invisible",
      )}
    >
      <Button variant="primary" className="h-12 text-base" onClick={() => onTrade({ side: "buy" })}>
        Buy
      </Button>
      <Button className="h-12 text-base" onClick={() => onTrade({ side: "sell" })}>
        Sell
      </Button>
    </div>
  );
}

/** Whether at least a third of an element is visible. */
function useInView(target: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (target.current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => setInView(entry?.isIntersecting ?? false),
      { threshold: 1 / 3 },
    );
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target]);
  return isInView;
}
