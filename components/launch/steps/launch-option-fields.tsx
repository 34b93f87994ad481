"use client";

import { useFormContext } from "react-hook-form";
import type { LaunchDraft } from "@/components/launch/form/launch-form";
import { Field } from "@/components/ui/field";
import { normalizeOnBlur } from "@/components/ui/hooks/register-field";
import { Input } from "@/components/ui/input";
import { useChainConfig } from "@/components/wallet/use-chain-config";
import { tidyPercent } from "@/lib/web/format/percent";

/** Launch protection and the referral share. */
export function LaunchOptionFields() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ProtectionField />
      <ReferralField />
    </div>
  );
}

function ProtectionField() {
  const { register, watch, formState } = useFormContext<LaunchDraft>();
  const [isOn, chain] = watch(["launchProtection", "chain"]);
  const facts = useChainConfig(chain);
  // A draft of another chain can have it on: the switch stays, so that it can be turned off.
  if (!isOn && facts?.capabilities.launchProtection !== true) return null;
  return (
    <Field
      label="Launch protection"
      hint="Purchases pay a higher fee when trading opens, which falls to 1% within minutes. The part above 1% funds the bid wall. Sales always pay 1%."
      error={formState.errors.launchProtection?.message}
    >
      {(control) => (
        <span className="flex min-h-11 items-center">
          <input
            {...control}
            {...register("launchProtection")}
            type="checkbox"
            className="size-5 accent-[var(--accent-text)]"
          />
        </span>
      )}
    </Field>
  );
}

function ReferralField() {
  const form = useFormContext<LaunchDraft>();
  return (
    <Field
      label="Referral share"
      hint="Share of the 1% fee, 0 to 20%, that goes to the referrer of a trade. It is taken from the creator share and costs traders nothing."
      error={form.formState.errors.referralPercent?.message}
      aside="percent"
      optional
    >
      {(control) => (
        <Input
          {...control}
          {...normalizeOnBlur(form, "referralPercent", (text) => tidyPercent(text, 0))}
          inputMode="numeric"
          placeholder="0"
          className="nums"
        />
      )}
    </Field>
  );
}
