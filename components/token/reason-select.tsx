import type { ComponentProps } from "react";
import { Select } from "@/components/ui/input";
import { MODERATION_REASONS, REASON_LABELS } from "@/lib/features/moderation/rules/moderation";

/** Reasons for a report or a decision; empty until one is chosen. */
export function ReasonSelect(props: Omit<ComponentProps<typeof Select>, "children">) {
  return (
    <Select {...props}>
      <option value="">Choose a reason</option>
      {MODERATION_REASONS.map((reason) => (
        <option key={reason} value={reason}>
          {REASON_LABELS[reason]}
        </option>
      ))}
    </Select>
  );
}
