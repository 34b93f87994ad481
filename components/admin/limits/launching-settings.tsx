"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { pauseLaunching, resumeLaunching } from "@/lib/features/settings/operations";
import { pauseInput, type SettingsAnswer } from "@/lib/features/settings/schema";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { formatTime } from "@/lib/web/format/format-time";
import { ActionButton } from "../action-button";
import { SettingRow, SettingsSection } from "./settings-section";

/** Pauses of launching, per chain and for all. */
export function LaunchingSettings({ settings }: { settings: SettingsAnswer }) {
  const { all, chains } = settings.pauses;
  return (
    <SettingsSection
      id="launching-title"
      title="Launching"
      text="While it is paused, launches return 503 with your message, and the launch wizard shows it. Accepted launches continue."
    >
      <PauseRow chain={null} pause={all} />
      {chains.map(({ chain, pause }) => (
        <PauseRow key={chain} chain={chain} pause={pause} isCovered={all !== null} />
      ))}
    </SettingsSection>
  );
}

function PauseRow({
  chain,
  pause,
  isCovered = false,
}: {
  chain: ChainSlug | null;
  pause: SettingsAnswer["pauses"]["all"];
  /** Whether the pause of all chains applies. */
  isCovered?: boolean;
}) {
  const name = chain === null ? "All chains" : CHAINS[chain].name;
  const open = isCovered ? "Paused with all chains" : "Open";
  return (
    <SettingRow
      title={name}
      text={
        pause === null ? (
          open
        ) : (
          <>
            <span className="font-medium text-danger">Paused</span> since {formatTime(pause.since)}:{" "}
            {pause.message}
          </>
        )
      }
    >
      {pause === null ? (
        <PauseButton chain={chain} name={name} />
      ) : (
        <ActionButton
          action={resumeLaunching}
          input={{ chain }}
          label="Resume…"
          name={`Resume ${name}`}
          title={`Resume launching: ${name}`}
          description="Launches are accepted again."
          verb="Resume"
        />
      )}
    </SettingRow>
  );
}

function PauseButton({ chain, name }: { chain: ChainSlug | null; name: string }) {
  const [message, setMessage] = useState("");
  const parsed = pauseInput.shape.message.safeParse(message);
  return (
    <ActionButton
      action={pauseLaunching}
      input={parsed.success ? { chain, message } : null}
      label="Pause…"
      name={`Pause ${name}`}
      title={`Pause launching: ${name}`}
      description="New launches are rejected until you resume."
      verb="Pause"
      onOpen={() => setMessage("")}
    >
      <Field
        label="Message"
        hint="Shown to users and programs, at least three characters."
        error={message.trim() === "" ? undefined : parsed.error?.issues[0]?.message}
      >
        {(control) => (
          <Input
            {...control}
            value={message}
            maxLength={200}
            placeholder="Maintenance until 14:00 UTC"
            onChange={(event) => setMessage(event.target.value)}
          />
        )}
      </Field>
    </ActionButton>
  );
}
