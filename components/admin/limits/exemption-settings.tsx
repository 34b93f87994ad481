"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { addExemption, removeExemption } from "@/lib/features/settings/operations";
import { addExemptionInput, type SettingsAnswer } from "@/lib/features/settings/schema";
import { ActionButton } from "../action-button";
import { SettingRow, SettingsSection } from "./settings-section";

/** Callers and networks without rate limits. */
export function ExemptionSettings({ settings }: { settings: SettingsAnswer }) {
  const { fixed, added } = settings.exemptions;
  return (
    <SettingsSection
      id="exemptions-title"
      title="Exemptions"
      text="Callers and networks without rate limits, such as your own programs. Gas budgets still apply to them."
      action={<AddExemption />}
    >
      {fixed.map((network) => (
        <SettingRow
          key={network}
          title={<span className="font-mono">{network}</span>}
          text="Set in the environment of the servers"
        />
      ))}
      {added.map(({ network, note }) => (
        <SettingRow
          key={network}
          title={<span className="font-mono">{network}</span>}
          text={note === "" ? "Set here" : note}
        >
          <ActionButton
            action={removeExemption}
            input={{ network }}
            label="Remove…"
            name={`Remove ${network}`}
            title="Remove the exemption"
            description={`Rate limits apply to ${network} again.`}
            verb="Remove"
          />
        </SettingRow>
      ))}
      {fixed.length + added.length === 0 && (
        <p className="px-4 py-3 text-muted text-sm sm:px-5">None. Rate limits apply to everyone.</p>
      )}
    </SettingsSection>
  );
}

function AddExemption() {
  const [network, setNetwork] = useState("");
  const [note, setNote] = useState("");
  const parsed = addExemptionInput.safeParse({ network: network.trim(), note });
  const checked = addExemptionInput.shape.network.safeParse(network.trim());
  const problem =
    network.trim() === "" || checked.success ? undefined : checked.error.issues[0]?.message;
  return (
    <ActionButton
      action={addExemption}
      input={parsed.success ? parsed.data : null}
      label="Add…"
      name="Add an exemption"
      title="Add an exemption"
      description="Requests from this address or network have no rate limits."
      verb="Add"
      onOpen={() => {
        setNetwork("");
        setNote("");
      }}
    >
      <Field label="Address or network" {...(problem === undefined ? {} : { error: problem })}>
        {(control) => (
          <Input
            {...control}
            value={network}
            placeholder="192.0.2.0/24"
            onChange={(event) => setNetwork(event.target.value)}
          />
        )}
      </Field>
      <Field label="Note" optional>
        {(control) => (
          <Input
            {...control}
            value={note}
            maxLength={100}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
    </ActionButton>
  );
}
