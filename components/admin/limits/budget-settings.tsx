"use client";

import { useState } from "react";
import { parseEther } from "viem";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { setGasBudget } from "@/lib/features/settings/operations";
import type { SettingsAnswer } from "@/lib/features/settings/schema";
import { CHAINS } from "@/lib/shared/chains";
import { formatWei } from "@/lib/shared/text/decimal";
import { formatDecimal } from "@/lib/web/format/format-decimal";
import { ActionButton } from "../action-button";
import { SettingRow, SettingsSection } from "./settings-section";

type Budget = SettingsAnswer["budgets"][number];

/** Gas budgets per chain, hour and day. */
export function BudgetSettings({ settings }: { settings: SettingsAnswer }) {
  return (
    <SettingsSection
      id="budgets-title"
      title="Gas budgets"
      text="Limits what the server wallet spends on gas. An empty field uses the environment variable; without one, 10% of the wallet’s balance per hour and a third per day."
    >
      {settings.budgets.map((budget) => (
        <SettingRow
          key={budget.chain}
          title={CHAINS[budget.chain].name}
          text={
            <>
              {describe("Hour", budget.hour, budget.hourWei)}
              <br />
              {describe("Day", budget.day, budget.dayWei)}
            </>
          }
        >
          <ChangeBudget budget={budget} />
        </SettingRow>
      ))}
    </SettingsSection>
  );
}

function describe(title: string, now: Budget["hour"], set: string | null): string {
  const source = set === null ? "" : ", set here";
  if (now === null) {
    return set === null
      ? `${title}: unknown, the chain does not respond`
      : `${title}: ${ether(set)}${source}`;
  }
  return `${title}: ${ether(now.spentWei)} of ${ether(now.limitWei)} used${source}`;
}

function ether(wei: string): string {
  return `${formatDecimal(formatWei(BigInt(wei)))} ETH`;
}

function ChangeBudget({ budget }: { budget: Budget }) {
  const textOf = (wei: string | null) => (wei === null ? "" : formatWei(BigInt(wei)));
  const [hour, setHour] = useState("");
  const [day, setDay] = useState("");
  const [hourWei, dayWei] = [readEther(hour), readEther(day)];
  const { name } = CHAINS[budget.chain];
  const isRight = hourWei !== undefined && dayWei !== undefined;
  return (
    <ActionButton
      action={setGasBudget}
      input={isRight ? { chain: budget.chain, hourWei, dayWei } : null}
      label="Change…"
      name={`Change the gas budget of ${name}`}
      title={`Gas budget on ${name}`}
      description="Applies to launches, managers, payouts and share changes that the service pays for."
      verb="Change"
      onOpen={() => {
        setHour(textOf(budget.hourWei));
        setDay(textOf(budget.dayWei));
      }}
    >
      <div className="grid gap-x-4 sm:grid-cols-2">
        <EtherField
          label="Per hour"
          value={hour}
          isWrong={hourWei === undefined}
          onChange={setHour}
        />
        <EtherField label="Per day" value={day} isWrong={dayWei === undefined} onChange={setDay} />
      </div>
    </ActionButton>
  );
}

function EtherField({
  label,
  value,
  isWrong,
  onChange,
}: {
  label: string;
  value: string;
  isWrong: boolean;
  onChange: (text: string) => void;
}) {
  return (
    <Field
      label={label}
      aside="ETH"
      optional
      {...(isWrong ? { error: "must be an amount of ETH, such as 0.5" } : {})}
    >
      {(control) => (
        <Input
          {...control}
          value={value}
          inputMode="decimal"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Wei as text, null for an empty field, undefined for anything else. */
function readEther(text: string): string | null | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  return /^\d{1,9}(\.\d{1,18})?$/.test(trimmed) ? parseEther(trimmed).toString() : undefined;
}
