"use client";

import { type FormEvent, type RefObject, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { AnchoredPopover } from "@/components/ui/overlay/anchored-popover";
import { amountText, parseAmount } from "@/lib/features/trade/rules/amounts";
import { explainPresets, parsePreset } from "@/lib/features/trade/rules/presets";
import { DEFAULT_PRESETS } from "@/lib/features/trade/rules/stored-presets";
import { decimalMark } from "@/lib/web/format/format-decimal";
import { buyPresets } from "@/lib/web/trade/buy-presets";
import { usePresets } from "./use-presets";

/** Changes the amounts of ETH that the trade panel offers. They stay in this browser. */
export function PresetEditor({
  anchor,
  onClose,
}: {
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}) {
  const mark = decimalMark();
  const presets = usePresets();
  const show = (eth: readonly string[]) =>
    eth.map((one) => amountText(parseAmount(one) ?? 0n, mark));
  const [texts, setTexts] = useState(() => show(presets));
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problems = explainPresets(texts, mark);
  const save = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const wrong = problems.findIndex((problem) => problem !== null);
    if (wrong !== -1) {
      form.current?.querySelectorAll("input")[wrong]?.focus();
      return;
    }
    buyPresets.write(texts.map((text) => parsePreset(text, mark) ?? text));
    onClose();
  };
  return (
    <AnchoredPopover
      anchor={anchor}
      onClose={onClose}
      aria-label="Edit amounts"
      className="w-[min(20rem,calc(100vw-1.5rem))] p-4"
    >
      <form ref={form} noValidate onSubmit={save}>
        <p className="font-semibold text-sm">Buy amounts</p>
        <p className="mt-1 text-muted text-xs">
          In ETH. The Buy button of the explorer uses the first one. Saved in this browser.
        </p>
        <div className="mt-3 grid grid-cols-2 gap-x-3 gap-y-1">
          {texts.map((text, place) => (
            <Field
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is what the field is
              key={place}
              label={`Amount ${place + 1}`}
              error={isTried ? (problems[place] ?? undefined) : undefined}
            >
              {(control) => (
                <Input
                  {...control}
                  value={text}
                  inputMode="decimal"
                  className="h-9"
                  onChange={(event) => setTexts(texts.with(place, event.target.value))}
                />
              )}
            </Field>
          ))}
        </div>
        <div className="mt-2 flex gap-2">
          <Button
            className="grow"
            onClick={() => {
              setTexts(show(DEFAULT_PRESETS));
              setTried(false);
              buyPresets.write(null);
            }}
          >
            Reset
          </Button>
          <Button type="submit" variant="primary" className="grow">
            Save
          </Button>
        </div>
      </form>
    </AnchoredPopover>
  );
}
