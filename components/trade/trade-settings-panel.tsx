"use client";

import { type FormEvent, type ReactNode, type RefObject, useId, useRef, useState } from "react";
import { Button, PlainButton } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { AnchoredPopover } from "@/components/ui/overlay/anchored-popover";
import { DEADLINE_MINUTES, parseDeadline } from "@/lib/features/trade/rules/deadline";
import {
  parseSlippage,
  SLIPPAGE_MAX_BPS,
  type Slippage,
  slippageAdvice,
  slippageText,
} from "@/lib/features/trade/rules/slippage";
import { decimalMark } from "@/lib/web/format/format-decimal";
import { formatBps } from "./format-bps";

const CHOICES_BPS = [50, 100, 300] as const;
const DEADLINE_RANGE = `${DEADLINE_MINUTES.min} to ${DEADLINE_MINUTES.max} minutes.`;
const ADVICE = {
  low: () => "The trade may fail: other trades often move the price by more.",
  high: () => "Above 5%, bots can front-run your trade at your cost.",
  extreme: (bps: number) => `You may receive up to ${formatBps(bps)} less than shown.`,
} as const;

export type TradeSettingsProps = {
  slippage: Slippage;
  onSlippage: (slippage: Slippage) => void;
  deadlineMinutes: number;
  onDeadlineMinutes: (minutes: number) => void;
};

/** Slippage and deadline, in a panel next to `anchor`. */
export function TradeSettingsPanel({
  anchor,
  onClose,
  ...props
}: TradeSettingsProps & { anchor: RefObject<HTMLButtonElement | null>; onClose: () => void }) {
  const id = useId();
  const fields = useFields(props);
  const form = useRef<HTMLFormElement>(null);
  const finish = (event: FormEvent) => {
    event.preventDefault();
    if (fields.customIsWrong || fields.minutesAreWrong) {
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    } else onClose();
  };
  return (
    <AnchoredPopover
      anchor={anchor}
      onClose={onClose}
      aria-label="Trade settings"
      className="w-[min(20rem,calc(100vw-1.5rem))] p-4"
    >
      <form ref={form} noValidate onSubmit={finish}>
        <SlippageFields id={`${id}-custom`} slippage={props.slippage} fields={fields} />
        <DeadlineField id={`${id}-deadline`} fields={fields} />
        <Button type="submit" className="mt-4 w-full">
          Done
        </Button>
      </form>
    </AnchoredPopover>
  );
}

/** The input as typed. Valid input applies at once; the rest is discarded when the panel closes. */
function useFields({
  slippage,
  onSlippage,
  deadlineMinutes,
  onDeadlineMinutes,
}: TradeSettingsProps) {
  const mark = decimalMark();
  const isPreset = slippage === "auto" || CHOICES_BPS.some((bps) => bps === slippage);
  const [custom, setCustom] = useState(isPreset ? "" : slippageText(slippage, mark));
  const [minutes, setMinutes] = useState(String(deadlineMinutes));
  const customIsWrong = custom !== "" && parseSlippage(custom, mark) === null;
  const minutesAreWrong = parseDeadline(minutes) === null;
  return {
    custom,
    minutes,
    customIsWrong,
    minutesAreWrong,
    choose: (choice: Slippage) => {
      setCustom("");
      onSlippage(choice);
    },
    typeCustom: (text: string) => {
      setCustom(text);
      const bps = parseSlippage(text, mark);
      if (bps !== null) onSlippage(bps);
      else if (text === "") onSlippage("auto");
    },
    tidyCustom: () => {
      const bps = parseSlippage(custom, mark);
      if (bps !== null) setCustom(slippageText(bps, mark));
    },
    typeMinutes: (text: string) => {
      setMinutes(text);
      const parsed = parseDeadline(text);
      if (parsed !== null) onDeadlineMinutes(parsed);
    },
  };
}

function SlippageFields({
  id,
  slippage,
  fields,
}: {
  id: string;
  slippage: Slippage;
  fields: ReturnType<typeof useFields>;
}) {
  const { choose } = fields;
  const advice = slippage === "auto" ? null : slippageAdvice(slippage);
  return (
    <fieldset>
      <legend className="font-semibold text-sm">Slippage</legend>
      <p className="mt-1 text-muted text-xs leading-relaxed">
        The largest price change that you accept. If the price changes more, the trade fails.
      </p>
      <div className="mt-2.5 grid grid-cols-4 gap-1.5">
        <Choice pressed={slippage === "auto"} onPress={() => choose("auto")}>
          Auto
        </Choice>
        {CHOICES_BPS.map((bps) => (
          <Choice key={bps} pressed={slippage === bps} onPress={() => choose(bps)}>
            {formatBps(bps)}
          </Choice>
        ))}
      </div>
      <Field
        id={id}
        label="Custom"
        unit="%"
        value={fields.custom}
        placeholder={slippage === "auto" ? "auto" : slippageText(slippage, decimalMark())}
        error={fields.customIsWrong ? `${formatBps(1)} to ${formatBps(SLIPPAGE_MAX_BPS)}.` : null}
        onLeave={fields.tidyCustom}
        onChange={fields.typeCustom}
      />
      {advice !== null && (
        <p role="status" className="mt-2 text-danger text-xs leading-relaxed">
          {ADVICE[advice](Number(slippage))}
        </p>
      )}
    </fieldset>
  );
}

function DeadlineField({ id, fields }: { id: string; fields: ReturnType<typeof useFields> }) {
  return (
    <div className="mt-4 border-line border-t pt-4">
      <Field
        id={id}
        label="Deadline"
        unit="minutes"
        value={fields.minutes}
        placeholder={String(DEADLINE_MINUTES.default)}
        error={fields.minutesAreWrong ? DEADLINE_RANGE : null}
        onChange={fields.typeMinutes}
      />
    </div>
  );
}

function Choice({
  pressed,
  onPress,
  children,
}: {
  pressed: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <PlainButton
      aria-pressed={pressed}
      onClick={onPress}
      className={cn(
        "nums h-8 rounded-md border border-line text-muted text-xs transition-colors hover:text-ink",
        pressed && "border-line-strong bg-raised font-medium text-ink",
      )}
    >
      {children}
    </PlainButton>
  );
}

type FieldProps = {
  id: string;
  label: string;
  unit: string;
  value: string;
  placeholder: string;
  error: string | null;
  onChange: (text: string) => void;
  onLeave?: () => void;
};

function Field({ id, label, unit, value, placeholder, error, onChange, onLeave }: FieldProps) {
  return (
    <div className="mt-2.5 first:mt-0">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="text-sm">
          {label}
        </label>
        <span
          className={cn(
            "flex h-8 w-36 items-center gap-2 rounded-md border border-line bg-canvas px-2.5 focus-within:border-line-strong",
            error !== null && "border-danger",
          )}
        >
          <input
            id={id}
            value={value}
            placeholder={placeholder}
            inputMode="decimal"
            autoComplete="off"
            aria-invalid={error !== null}
            aria-describedby={error === null ? undefined : `${id}-error`}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onLeave}
            className="nums w-full min-w-0 bg-transparent text-right text-base outline-none sm:text-sm placeholder:text-faint"
          />
          <span className="text-muted text-xs">{unit}</span>
        </span>
      </div>
      {error !== null && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-right text-danger text-xs">
          {error}
        </p>
      )}
    </div>
  );
}
