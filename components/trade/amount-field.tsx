"use client";

import { useId } from "react";
import { Dollars } from "@/components/tokens/amounts/dollars";
import { cn } from "@/components/ui/cn";
import { Note } from "@/components/ui/field";
import { amountText, explainAmount, parseAmount } from "@/lib/features/trade/rules/amounts";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import { formatWei } from "@/lib/shared/text/decimal";
import { decimalMark, formatDecimal } from "@/lib/web/format/format-decimal";
import { Presets } from "./presets/presets";

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
  /** Value of the amount; null while unknown. */
  valueWei: bigint | null;
  /** Dollars per ETH; null without a feed. */
  ethUsd: string | null;
};

/** Amount to spend: input, balance, presets and maximum. */
export function AmountField(props: AmountFieldProps) {
  const { side, symbol, text, balance, isTooMuch, valueWei, ethUsd } = props;
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
        <span className="flex min-w-0 gap-2 whitespace-nowrap">
          <label htmlFor={id} className="text-muted">
            {side === "buy" ? "You pay" : "You sell"}
          </label>
          <Dollars wei={valueWei} ethUsd={ethUsd} />
        </span>
        <span
          id={`${id}-balance`}
          className={cn("nums truncate text-faint", isTooMuch && "text-danger")}
        >
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
      readOnly={disabled}
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
