"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/input";
import {
  MODERATION_REASONS,
  type ModerationReason,
  REASON_LABELS,
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
    <Field label="Public reason" hint="Shown on the token's page and in the API.">
      {(control) => (
        <Select
          {...control}
          value={value ?? ""}
          onChange={(event) =>
            onChange(MODERATION_REASONS.find((reason) => reason === event.target.value) ?? null)
          }
        >
          <option value="">Choose a reason</option>
          {MODERATION_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {REASON_LABELS[reason]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
