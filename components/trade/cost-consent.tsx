"use client";

import { TriangleAlert } from "lucide-react";

/** Requires confirmation for a trade that loses much to its price impact or fee. */
export function CostConsent({
  title,
  text,
  accepted,
  onAccepted,
}: {
  title: string;
  text: string;
  accepted: boolean;
  onAccepted: (accepted: boolean) => void;
}) {
  return (
    <label className="mt-3 flex cursor-pointer items-start gap-2.5 rounded-control border border-danger/50 p-3 text-sm">
      <input
        type="checkbox"
        checked={accepted}
        onChange={(event) => onAccepted(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-[var(--danger)]"
      />
      <span>
        <span className="flex items-center gap-1.5 font-medium text-danger">
          <TriangleAlert aria-hidden="true" className="size-4" />
          {title}
        </span>
        <span className="mt-0.5 block text-muted text-xs leading-relaxed">{text}</span>
      </span>
    </label>
  );
}
