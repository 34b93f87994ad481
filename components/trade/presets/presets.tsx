"use client";

import { Pencil } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { PlainButton } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { inPart } from "@/components/ui/part-boundary";
import { amountText, parseAmount, percentOfBalance } from "@/lib/features/trade/rules/amounts";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import { decimalMark, formatExact } from "@/lib/web/format/format-decimal";
import { usePresets } from "./use-presets";

const PresetEditor = inPart(
  dynamic(() => import("./preset-editor").then((module) => module.PresetEditor), {
    ssr: false,
  }),
);

const SHARES = [25, 50, 100] as const;

type PresetsProps = {
  side: TradeSide;
  symbol: string;
  onText: (text: string) => void;
  /** Smallest units; null while unknown. */
  balance: bigint | null;
  spendable: bigint | null;
  disabled: boolean;
};

/** Amounts that one click enters: ETH to buy for, or parts of the balance to sell. */
export function Presets(props: PresetsProps) {
  return (
    <div className="mt-2.5 flex gap-1.5">
      {props.side === "buy" ? <BuyPresets {...props} /> : <SellPresets {...props} />}
    </div>
  );
}

function BuyPresets({ onText, spendable, disabled }: PresetsProps) {
  const mark = decimalMark();
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  return (
    <>
      {usePresets().map((eth) => (
        <Preset
          key={eth}
          label={formatExact(eth)}
          name={`${formatExact(eth)} ETH`}
          disabled={disabled}
          onPress={() => onText(amountText(parseAmount(eth) ?? 0n, mark))}
        />
      ))}
      <Preset
        label="Max"
        name="Max: your ETH balance minus gas"
        disabled={disabled || spendable === null || spendable === 0n}
        onPress={() => spendable !== null && onText(amountText(spendable, mark))}
      />
      <PlainButton
        ref={editButton}
        aria-label="Edit amounts"
        aria-expanded={isEditing}
        onClick={() => setEditing(!isEditing)}
        className="grid h-7 w-7 shrink-0 place-items-center rounded-md text-faint hover:bg-raised hover:text-ink"
      >
        <Pencil aria-hidden="true" className="size-3.5" />
      </PlainButton>
      {isEditing && <PresetEditor anchor={editButton} onClose={() => setEditing(false)} />}
    </>
  );
}

function SellPresets({ symbol, onText, balance, disabled }: PresetsProps) {
  const mark = decimalMark();
  return SHARES.map((percent) => (
    <Preset
      key={percent}
      label={`${percent}%`}
      name={`${percent} percent of your ${symbol}`}
      disabled={disabled || balance === null || balance === 0n}
      onPress={() =>
        balance !== null && onText(amountText(percentOfBalance(balance, percent), mark))
      }
    />
  ));
}

function Preset({
  label,
  name,
  disabled,
  onPress,
}: {
  label: string;
  name: string;
  disabled: boolean;
  onPress: () => void;
}) {
  return (
    <PlainButton
      aria-label={name}
      disabled={disabled}
      onClick={onPress}
      className={cn(
        "nums h-7 min-w-0 grow basis-0 truncate rounded-md border border-line bg-surface px-0.5 font-mono text-[0.6875rem] text-muted",
        "transition-colors hover:border-line-strong hover:text-ink aria-disabled:opacity-45 aria-disabled:hover:border-line aria-disabled:hover:text-muted",
      )}
    >
      {label}
    </PlainButton>
  );
}
