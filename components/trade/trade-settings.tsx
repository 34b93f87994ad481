"use client";

import { Settings2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { inPart } from "@/components/ui/part-boundary";
import { slippageAdvice } from "@/lib/features/trade/rules/slippage";
import { formatBps } from "./format-bps";
import type { TradeSettingsProps } from "./trade-settings-panel";

const TradeSettingsPanel = inPart(
  dynamic(() => import("./trade-settings-panel").then((module) => module.TradeSettingsPanel), {
    ssr: false,
  }),
);

/** The button of slippage and deadline; its panel loads when it is pressed. */
export function TradeSettings(props: TradeSettingsProps) {
  const { slippage } = props;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isRisky = slippage !== "auto" && slippageAdvice(slippage) !== null;
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="icon"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={`Trade settings: ${slippage === "auto" ? "automatic" : formatBps(slippage)} slippage`}
        className={cn("size-10", isRisky && "text-danger")}
        onClick={() => setOpen(!isOpen)}
      >
        <Settings2 aria-hidden="true" className="size-4.5" />
      </Button>
      {isOpen && <TradeSettingsPanel {...props} anchor={button} onClose={() => setOpen(false)} />}
    </>
  );
}
