"use client";

import { useId } from "react";
import { cn } from "@/components/ui/cn";
import { Note } from "@/components/ui/field";
import {
  amountText,
  explainAmount,
  parseAmount,
  percentOfBalance,
} from "@/lib/features/trade/rules/amounts";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import { formatWei } from "@/lib/shared/decimal";
import { decimalMark, formatDecimal } from "@/lib/web/format-decimal";

const ETH_PRESETS = ["0.01", "0.05", "0.1", "0.5"] as const;
const SHARE_PRESETS = [25, 50, 75] as const;

type AmountFieldProps = {
  side: TradeSide;
  symbol: string;
  text: string;
  onText: (text: string) => void;
  /** Smallest units; null while unknown. */
  balance: bigint | null;
  spendable: bigint | null;
  isTooMuch: boolean;
  disabled: boolean;
};

/** Amount to spend: input, balance, presets and maximum. */
export function AmountField(props: AmountFieldProps) {
  const { side, symbol, text, balance, isTooMuch } = props;
  const id = useId();
  const problem = explainAmount(text, decimalMark());
  return (
    <div
      className={cn(
        "rounded-control border border-line bg-canvas px-3.5 pt-3 pb-3 transition-colors",
        "focus-within:border-line-strong",
        (isTooMuch || problem !== null) && "border-danger focus-within:border-danger",
      )}
    >
      <div className="flex items-baseline justify-between gap-3 text-xs">
        <label htmlFor={id} className="text-muted">
          {side === "buy" ? "You pay" : "You sell"}
        </label>
        <span id={`${id}-balance`} className={cn("nums text-faint", isTooMuch && "text-danger")}>
          {balance === null ? "" : `Balance ${formatDecimal(formatWei(balance))}`}
        </span>
      </div>
      <div className="mt-1 flex items-center gap-3">
        <AmountInput id={id} {...props} problem={problem} />
        <span className="max-w-[45%] shrink-0 truncate rounded-full bg-raised px-2.5 py-1 font-mono text-sm">
          <bdi>{side === "buy" ? "ETH" : symbol}</bdi>
        </span>
      </div>
      {problem !== null && (
        <Note id={`${id}-problem`} isError>
          {problem}
        </Note>
      )}
      <Presets {...props} />
    </div>
  );
}

type AmountInputProps = Pick<AmountFieldProps, "text" | "onText" | "isTooMuch" | "disabled">;

function AmountInput({
  id,
  text,
  onText,
  isTooMuch,
  disabled,
  problem,
}: AmountInputProps & { id: string; problem: string | null }) {
  const mark = decimalMark();
  const tidy = () => {
    const amount = parseAmount(text, mark);
    const plain = amount === null ? text : amountText(amount, mark);
    if (plain !== text) onText(plain);
  };
  return (
    <input
      id={id}
      value={text}
      disabled={disabled}
      onChange={(event) => onText(event.target.value)}
      onBlur={tidy}
      inputMode="decimal"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      placeholder="0"
      aria-describedby={problem === null ? `${id}-balance` : `${id}-problem`}
      aria-invalid={isTooMuch || problem !== null}
      className={cn(
        "nums w-full min-w-0 bg-transparent font-semibold tracking-tight outline-none placeholder:text-faint",
        text.length > 18 ? "text-sm" : text.length > 11 ? "text-xl" : "text-[1.75rem]",
        "h-10 leading-10",
      )}
    />
  );
}

/** Amounts of ETH to buy for, parts of the balance to sell, and all of it. */
function Presets({ side, symbol, onText, balance, spendable, disabled }: AmountFieldProps) {
  const mark = decimalMark();
  const presets =
    side === "buy"
      ? ETH_PRESETS.map((value) => ({ label: value, name: `${value} ETH`, value }))
      : SHARE_PRESETS.map((percent) => ({
          label: `${percent}%`,
          name: `${percent} percent of your ${symbol}`,
          value: balance === null ? null : amountText(percentOfBalance(balance, percent), mark),
        }));
  return (
    <div className="mt-2.5 flex gap-1.5">
      {presets.map(({ label, name, value }) => (
        <Preset
          key={label}
          label={label}
          name={name}
          disabled={disabled || value === null}
          onPress={() => value !== null && onText(value)}
        />
      ))}
      <Preset
        label="Max"
        name={side === "buy" ? "Max: your ETH balance minus gas" : `Max: your ${symbol} balance`}
        disabled={disabled || spendable === null || spendable === 0n}
        onPress={() => spendable !== null && onText(amountText(spendable, mark))}
      />
    </div>
  );
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
    <button
      type="button"
      aria-label={name}
      disabled={disabled}
      onClick={onPress}
      className={cn(
        "nums h-7 min-w-0 grow basis-0 rounded-md border border-line bg-surface font-mono text-[0.6875rem] text-muted",
        "transition-colors hover:border-line-strong hover:text-ink disabled:opacity-45 disabled:hover:border-line disabled:hover:text-muted",
      )}
    >
      {label}
    </button>
  );
}
