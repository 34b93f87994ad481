"use client";

import { Select } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import { TRADE_SIZES, type TradeSize } from "@/lib/features/market/rules/trade";
import { formatExact } from "@/lib/web/format/format-decimal";

export type TradesOf = "all" | "mine" | "creator";
export type TradeChoice = { of: TradesOf; size: TradeSize | null };

const CHOICES = [
  { value: "all", title: "All" },
  { value: "mine", title: "Mine" },
  { value: "creator", title: "Creator" },
] as const satisfies readonly { value: TradesOf; title: string }[];

/** Filters trades by trader and minimum size. */
export function TradeFilters({
  choice,
  onChoose,
}: {
  choice: TradeChoice;
  onChoose: (choice: TradeChoice) => void;
}) {
  const { of, size } = choice;
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
      <Segmented
        label="Trades of"
        name="trades-of"
        value={of}
        options={CHOICES}
        onChoose={(chosen) => onChoose({ of: chosen, size })}
      />
      <Select
        aria-label="Size"
        className="h-9 w-36 sm:h-8"
        value={size ?? ""}
        onChange={({ target }) =>
          onChoose({ of, size: TRADE_SIZES.find((one) => one === target.value) ?? null })
        }
      >
        <option value="">Any size</option>
        {TRADE_SIZES.map((one) => (
          <option key={one} value={one}>
            {formatExact(one)} ETH or more
          </option>
        ))}
      </Select>
    </div>
  );
}
