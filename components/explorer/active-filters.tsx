"use client";

import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { shortenAddress } from "@/lib/web/shorten-address";
import type { ExplorerState } from "./explorer-state";

const LABELS = { owner: "Creator or owner", manager: "Manager" } as const;
const NAMES = ["owner", "manager"] as const;

/** Active filters, each with a remove button. */
export function ActiveFilters({
  state,
  onChange,
}: {
  state: ExplorerState;
  onChange: (part: Partial<ExplorerState>) => void;
}) {
  const active = NAMES.filter((name) => state[name] !== "");
  if (active.length === 0) return null;
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-2">
      {active.map((name) => (
        <li
          key={name}
          className="flex h-8 items-center gap-1.5 rounded-full bg-raised pr-1 pl-3 text-muted text-xs"
        >
          {LABELS[name]}
          <span title={state[name]} className="font-mono text-ink">
            {shortenAddress(state[name])}
          </span>
          <Button
            variant="ghost"
            size="icon"
            className="size-6 rounded-full"
            aria-label={`Remove filter: ${LABELS[name]} ${shortenAddress(state[name])}`}
            onClick={() => onChange({ [name]: "" })}
          >
            <X aria-hidden="true" className="size-3.5" />
          </Button>
        </li>
      ))}
    </ul>
  );
}
