"use client";

import { useFormContext } from "react-hook-form";
import type { LaunchDraft } from "@/components/launch/form/launch-form";
import { cleanIdentityInput } from "@/components/recipients/clean-identity-input";
import { SplitEditor } from "@/components/recipients/split-editor";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { normalizeOnBlur } from "@/components/ui/hooks/register-field";
import { Input } from "@/components/ui/input";
import { type RadioCard, RadioCards } from "@/components/ui/radio-cards";
import { useChainConfig } from "@/components/wallet/use-chain-config";
import { CHAINS } from "@/lib/shared/chains";
import { tidyPercent } from "@/lib/web/format/percent";
import { useManagerTerms } from "./use-manager-terms";

/** Selects how the creator share of fees is shared. */
export function FeeSharingFields() {
  const form = useFormContext<LaunchDraft>();
  const { watch, setValue, formState } = form;
  const [treasury, chain] = watch(["treasury", "chain"]);
  const facts = useChainConfig(chain);
  const can: Can = (capability) => facts === undefined || facts.capabilities[capability];
  const needsManager = treasury === "revenue_manager" || treasury === "fee_split_manager";
  return (
    <div className="grid gap-3">
      <RadioCards
        legend="Fee sharing"
        name="treasury"
        value={treasury}
        onChoose={(value) =>
          setValue("treasury", value, { shouldDirty: true, shouldValidate: true })
        }
        error={formState.errors.treasury?.message}
        className="sm:grid-cols-2"
        options={optionsFor(can)}
      />
      {(!can("existingManager") || !can("feeSplitLaunch")) && (
        <p className="text-muted text-xs">
          Some options are not available on {CHAINS[chain].name}.
        </p>
      )}
      {needsManager && <ManagerField />}
      {treasury === "fee_split" && <SplitFields />}
    </div>
  );
}

type Can = (capability: "feeSplitLaunch" | "existingManager") => boolean;

function optionsFor(can: Can): RadioCard<LaunchDraft["treasury"]>[] {
  return [
    {
      value: "none",
      title: "Creator only",
      text: "The creator earns all fees that don’t go to buybacks.",
    },
    {
      value: "fee_split",
      title: "Fee split",
      text: "Up to 100 recipients with shares that you set.",
      disabled: !can("feeSplitLaunch"),
    },
    {
      value: "revenue_manager",
      title: "Existing revenue manager",
      text: "The manager takes a protocol fee. The creator gets the rest.",
      disabled: !can("existingManager"),
    },
    {
      value: "fee_split_manager",
      title: "Existing fee split manager",
      text: "The manager’s recipients also share this token’s fees.",
      disabled: !can("existingManager"),
    },
  ];
}

function ManagerField() {
  const form = useFormContext<LaunchDraft>();
  const [treasury, chain, managerAddress] = form.watch(["treasury", "chain", "managerAddress"]);
  const terms = useManagerTerms({ treasury, chain, managerAddress });
  const mistake = form.formState.errors.managerAddress?.message;
  return (
    <Field
      label="Manager address"
      hint={terms.note}
      error={mistake ?? (terms.isWrong ? terms.note : undefined)}
    >
      {(control) => (
        <Input
          {...control}
          {...normalizeOnBlur(form, "managerAddress", (text) => cleanIdentityInput("wallet", text))}
          placeholder="0x…"
          spellCheck={false}
          className="font-mono"
        />
      )}
    </Field>
  );
}

function SplitFields() {
  const form = useFormContext<LaunchDraft>();
  return (
    <Card className="p-4 sm:p-5">
      <SplitEditor />
      <div className="mt-4 max-w-64 border-t pt-4">
        <Field
          label="Paid to creator first"
          hint="Percentage that the creator receives before the recipients."
          error={form.formState.errors.creatorFirstPercent?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...normalizeOnBlur(form, "creatorFirstPercent", (text) => tidyPercent(text, 2))}
              inputMode="decimal"
              className="nums"
            />
          )}
        </Field>
      </div>
    </Card>
  );
}
