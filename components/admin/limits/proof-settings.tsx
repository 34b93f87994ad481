"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/input";
import { setProofOfWork } from "@/lib/features/settings/operations";
import type { ProofMode } from "@/lib/features/settings/rules/settings";
import { proofOfWorkInput, type SettingsAnswer } from "@/lib/features/settings/schema";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { formatTime } from "@/lib/web/format/format-time";
import { ActionButton } from "../action-button";
import { SettingRow, SettingsSection } from "./settings-section";

const MODES: Record<ProofMode, string> = {
  auto: "while 80% of a gas budget is used",
  on: "always",
  off: "never",
};

/** Proof of work of anonymous launches, per chain and for all. */
export function ProofSettings({ settings }: { settings: SettingsAnswer }) {
  const { mode, chains } = settings.proofOfWork;
  return (
    <SettingsSection
      id="proof-title"
      title="Proof of work"
      text="Gasless launches require a few seconds of computing from the sender. Exempt callers need none. The launch wizard, the client and the CLI solve it automatically."
    >
      <SettingRow title="All chains" text={`Required: ${MODES[mode]}`}>
        <ChangeProof chain={null} mode={mode} />
      </SettingRow>
      {chains.map((one) => (
        <SettingRow
          key={one.chain}
          title={CHAINS[one.chain].name}
          text={
            <>
              {one.mode === null ? "Same as all chains" : `Required: ${MODES[one.mode]}, set here`}.{" "}
              {one.isNeeded ? (
                <span className="font-medium text-danger">{describeNeed(one, mode)}</span>
              ) : (
                "Not required now."
              )}
            </>
          }
        >
          <ChangeProof chain={one.chain} mode={one.mode} />
        </SettingRow>
      ))}
    </SettingsSection>
  );
}

type ChainProof = SettingsAnswer["proofOfWork"]["chains"][number];

function describeNeed({ mode, since }: ChainProof, all: ProofMode): string {
  const isAutomatic = (mode ?? all) === "auto" && since !== null;
  return isAutomatic ? `Required since ${formatTime(since)}.` : "Required now.";
}

function ChangeProof({ chain, mode }: { chain: ChainSlug | null; mode: ProofMode | null }) {
  const [chosen, setChosen] = useState<string>(mode ?? "");
  const parsed = proofOfWorkInput.safeParse({ chain, mode: chosen === "" ? null : chosen });
  const name = chain === null ? "all chains" : CHAINS[chain].name;
  return (
    <ActionButton
      action={setProofOfWork}
      input={parsed.success ? parsed.data : null}
      label="Change…"
      name={`Change the proof of work: ${name}`}
      title={`Proof of work: ${name}`}
      description="Applies to launches that the service pays for."
      verb="Change"
      onOpen={() => setChosen(mode ?? "")}
    >
      <Field label="Required">
        {(control) => (
          <Select {...control} value={chosen} onChange={(event) => setChosen(event.target.value)}>
            {chain !== null && <option value="">Same as all chains</option>}
            {Object.entries(MODES).map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </ActionButton>
  );
}
