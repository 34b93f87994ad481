"use client";

import { useFormContext } from "react-hook-form";
import type { LaunchDraft } from "@/components/launch/form/launch-form";
import { Field } from "@/components/ui/field";
import { normalizeOnBlur } from "@/components/ui/hooks/register-field";
import { Input } from "@/components/ui/input";
import { parsePercent, tidyPercent } from "@/lib/web/format/percent";
import { CreatorFields } from "./creator-fields";
import { FeeExample } from "./fee-example";
import { FeeSharingFields } from "./fee-sharing-fields";
import { LaunchOptionFields } from "./launch-option-fields";

/** The recipients of the trading fees, with an example of the amounts. */
export function FeesStep() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
      <CreatorFields />
      <FeeSharingFields />
      <CreatorShareField />
      <LaunchOptionFields />
      <FeeExample />
    </div>
  );
}

function CreatorShareField() {
  const form = useFormContext<LaunchDraft>();
  const { watch, setValue, formState } = form;
  const percent = parsePercent(watch("feeSharePercent"), 2);
  return (
    <div>
      <Field
        label="Creator share of fees"
        hint="The rest funds the bid wall, which buys back the token and burns it."
        error={formState.errors.feeSharePercent?.message}
        aside="percent"
      >
        {(control) => (
          <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] items-center gap-4">
            <input
              type="range"
              aria-label="Creator share of fees, slider"
              min={0}
              max={100}
              step={1}
              value={percent === null ? 80 : percent / 100}
              onChange={(event) =>
                setValue("feeSharePercent", event.target.value, {
                  shouldDirty: true,
                  shouldValidate: true,
                })
              }
              className="h-11 w-full accent-[var(--accent-text)]"
            />
            <Input
              {...control}
              {...normalizeOnBlur(form, "feeSharePercent", (text) => tidyPercent(text, 2))}
              inputMode="decimal"
              className="nums text-right"
            />
          </div>
        )}
      </Field>
    </div>
  );
}
