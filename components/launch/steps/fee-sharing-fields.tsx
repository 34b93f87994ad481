"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormContext } from "react-hook-form";
import type { LaunchDraft } from "@/components/launch/form/launch-form";
import { SplitEditor } from "@/components/launch/recipients/split-editor";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { normalizeOnBlur } from "@/components/ui/hooks/normalize-on-blur";
import { Input } from "@/components/ui/input";
import { RadioCards } from "@/components/ui/radio-cards";
import { CHAINS } from "@/lib/domain/chains";
import { tidyPercent } from "@/lib/web/percent";
import { configQuery } from "@/lib/web/queries";
import { useManagerTerms } from "./use-manager-terms";

/** Selects how the creator share of fees is shared. */
export function FeeSharingFields() {
  const form = useFormContext<LaunchDraft>();
  const { watch, setValue, formState } = form;
  const { data: config } = useQuery(configQuery());
  const [treasury, chain] = watch(["treasury", "chain"]);
  const facts = config?.chains.find(({ slug }) => slug === chain);
  const can = (capability: "feeSplitLaunch" | "existingManager") =>
    facts === undefined || facts.capabilities[capability];
  const needsManager = treasury === "revenue_manager" || treasury === "fee_split_manager";
  const terms = useManagerTerms({ treasury, chain, managerAddress: watch("managerAddress") });
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
        options={[
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
        ]}
      />
      {(!can("existingManager") || !can("feeSplitLaunch")) && (
        <p className="text-muted text-xs">
          Some options are not available on {CHAINS[chain].name}.
        </p>
      )}
      {needsManager && (
        <Field
          label="Manager address"
          hint={terms.note}
          error={
            formState.errors.managerAddress?.message ?? (terms.isWrong ? terms.note : undefined)
          }
        >
          {(control) => (
            <Input
              {...control}
              {...normalizeOnBlur(form, "managerAddress", (text) => text.trim())}
              placeholder="0x…"
              spellCheck={false}
              className="font-mono"
            />
          )}
        </Field>
      )}
      {treasury === "fee_split" && (
        <Card className="p-4 sm:p-5">
          <SplitEditor />
          <div className="mt-4 max-w-64 border-t pt-4">
            <Field
              label="Paid to creator first"
              hint="Percentage that the creator receives before the recipients."
              error={formState.errors.creatorFirstPercent?.message}
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
      )}
    </div>
  );
}
