"use client";

import { useState } from "react";
import { useSiteFacts } from "@/components/layout/site-facts";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/input";
import { healNonces } from "@/lib/features/jobs/operations";
import { healInput } from "@/lib/features/jobs/schema";
import { CHAINS } from "@/lib/shared/chains";
import { ActionButton } from "../action-button";
import { useHasRole } from "../use-admin";

/** Closes a gap in the server wallet's nonces. The API refuses it where nothing is missing. */
export function HealNonces() {
  const [chosen, setChosen] = useState("");
  const { chains } = useSiteFacts();
  const mayHeal = useHasRole(healNonces.role);
  const parsed = healInput.safeParse({ chain: chosen });
  if (!mayHeal) {
    return <p className="text-muted text-xs">Only operators can change jobs.</p>;
  }
  return (
    <ActionButton
      action={healNonces}
      input={parsed.success ? parsed.data : null}
      label="Heal nonces…"
      title="Heal nonces"
      description="Closes the nonce gap that blocks the server wallet on a chain, then rebroadcasts the blocked transactions."
      verb="Heal"
      onOpen={() => setChosen("")}
    >
      <Field label="Chain">
        {(control) => (
          <Select {...control} value={chosen} onChange={(event) => setChosen(event.target.value)}>
            <option value="">Choose a chain</option>
            {chains.map((slug) => (
              <option key={slug} value={slug}>
                {CHAINS[slug].name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </ActionButton>
  );
}
