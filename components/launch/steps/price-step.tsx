"use client";

import { useEffect, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { formatUnits } from "viem";
import { type LaunchDraft, tidyUsd, toUsdc, usdText } from "@/components/launch/form/launch-form";
import { dollars } from "@/components/launch/form/launch-rules";
import { useSiteFacts } from "@/components/layout/site-facts";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { normalizeOnBlur, registerDate } from "@/components/ui/hooks/register-field";
import { Input } from "@/components/ui/input";
import { CHAINS } from "@/lib/shared/chains";
import { formatDecimal } from "@/lib/web/format/format-decimal";

/** In USDC units (6 decimals). */
const PRESETS = ["1000000000", "4000000000", "10000000000", "50000000000"] as const;
/** Initial supply in whole tokens. Source: contracts, `LaunchToken`. */
const SUPPLY_DECIMALS = 11;
const USDC_DECIMALS = 6;

/** Sets the market cap at launch. */
export function PriceStep() {
  const form = useFormContext<LaunchDraft>();
  const { watch, formState } = form;
  const [text, symbol, chain] = watch(["marketCapUsd", "symbol", "chain"]);
  const usdc = toUsdc(text);
  const price = usdc === null ? null : formatUnits(BigInt(usdc), USDC_DECIMALS + SUPPLY_DECIMALS);
  return (
    <div className="grid gap-5">
      <Field
        label="Starting market cap"
        hint="Value of all 100 billion tokens before the first trade, in US dollars."
        error={formState.errors.marketCapUsd?.message}
        aside="USD"
      >
        {(control) => (
          <div className="relative">
            <span
              aria-hidden="true"
              className="-translate-y-1/2 absolute top-1/2 left-3.5 font-semibold text-faint text-lg"
            >
              $
            </span>
            <Input
              {...control}
              {...normalizeOnBlur(form, "marketCapUsd", tidyUsd)}
              inputMode="decimal"
              className="nums h-14 pl-8 font-semibold text-xl sm:text-xl"
            />
          </div>
        )}
      </Field>
      <Presets />
      <Opening />
      <Card className="grid gap-3 p-4 text-sm sm:p-5">
        <Fact title="Price per token">{price === null ? "–" : `$${formatDecimal(price)}`}</Fact>
        <Fact title="Supply">100 billion {symbol.trim() || "tokens"}, fixed</Fact>
        <Fact title="Initial liquidity">100% of supply, locked permanently</Fact>
        <Fact title="Trading fee">1% on {CHAINS[chain].name}, paid in ETH</Fact>
      </Card>
    </div>
  );
}

/** Schedules the opening of trading. */
function Opening() {
  const form = useFormContext<LaunchDraft>();
  const element = useRef<HTMLInputElement>(null);
  const [zone, setZone] = useState("");
  // The server does not know the browser's time zone.
  useEffect(() => setZone(` (${Intl.DateTimeFormat().resolvedOptions().timeZone})`), []);
  return (
    <Field
      label="Opening time"
      hint={`When trading opens, in your time zone${zone}. Leave it empty to open trading at once.`}
      error={form.formState.errors.opensAt?.message}
      optional
    >
      {(control) => (
        <Input {...control} {...registerDate(form, "opensAt", element)} type="datetime-local" />
      )}
    </Field>
  );
}

/** The launchpad's default, and round values within its limits. */
function Presets() {
  const { default: own, min, max } = useSiteFacts().marketCapUsdc;
  const presets = [...new Set([own, ...PRESETS])]
    .filter((preset) => BigInt(preset) >= BigInt(min) && BigInt(preset) <= BigInt(max))
    .toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  const { watch, setValue } = useFormContext<LaunchDraft>();
  const usdc = toUsdc(watch("marketCapUsd"));
  return (
    <div className="flex flex-wrap gap-2">
      {presets.map((preset) => (
        <Button
          key={preset}
          size="small"
          aria-pressed={usdc === preset}
          className="nums aria-pressed:border-accent-text aria-pressed:bg-raised"
          onClick={() =>
            setValue("marketCapUsd", usdText(preset), { shouldDirty: true, shouldValidate: true })
          }
        >
          {dollars(preset)}
        </Button>
      ))}
    </div>
  );
}

function Fact({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <p className="flex flex-wrap justify-between gap-x-4 gap-y-0.5">
      <span className="text-muted">{title}</span>
      <span className="nums text-right font-medium">{children}</span>
    </p>
  );
}
