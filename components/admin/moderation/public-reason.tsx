"use client";

import { useState } from "react";
import { ReasonSelect } from "@/components/token/reason-select";
import { Field } from "@/components/ui/field";
import {
  MODERATION_REASONS,
  type ModerationReason,
} from "@/lib/features/moderation/rules/moderation";

type Control = {
  value: ModerationReason | null;
  onChange: (value: ModerationReason | null) => void;
};

/** The public reason of a decision; null until one is chosen. */
export function usePublicReason(): { publicReason: ModerationReason | null; field: Control } {
  const [value, onChange] = useState<ModerationReason | null>(null);
  return { publicReason: value, field: { value, onChange } };
}

export function PublicReason({ value, onChange }: Control) {
  return (
    <Field label="Public reason" hint="Shown on the token’s page and in the API.">
      {(control) => (
        <ReasonSelect
          {...control}
          value={value ?? ""}
          onChange={(event) =>
            onChange(MODERATION_REASONS.find((reason) => reason === event.target.value) ?? null)
          }
        />
      )}
    </Field>
  );
}
