"use client";

import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { formatExact } from "@/lib/web/format/format-decimal";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { type ExplorerState, RANGE_NAMES, type RangeName } from "../explorer-state";
import { RANGE_LABELS, showAge } from "./range-labels";

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
  if (state.list !== "all") return null;
  const addresses = NAMES.filter((name) => state[name] !== "").map((name) => ({
    key: name,
    label: LABELS[name],
    value: shortenAddress(state[name]),
    title: state[name],
    remove: () => onChange({ [name]: "" }),
  }));
  const without = (name: RangeName) => {
    const { [name]: _, ...others } = state.ranges;
    return others;
  };
  const ranges = RANGE_NAMES.flatMap((name) => {
    const value = state.ranges[name];
    if (value === undefined) return [];
    const shown = name.startsWith("age")
      ? showAge(value)
      : `${formatExact(value)}${RANGE_LABELS[name].unit}`;
    return [
      {
        key: name,
        label: RANGE_LABELS[name].label,
        value: shown,
        title: shown,
        remove: () => onChange({ ranges: without(name) }),
      },
    ];
  });
  const active = [...addresses, ...ranges];
  if (active.length === 0) return null;
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-2">
      {active.map(({ key, label, value, title, remove }) => (
        <li
          key={key}
          className="flex h-8 items-center gap-1.5 rounded-full bg-raised pr-1 pl-3 text-muted text-xs"
        >
          {label}
          <span title={title} className="font-mono text-ink">
            {value}
          </span>
          <Button
            variant="ghost"
            size="icon"
            className="size-6 rounded-full"
            aria-label={`Remove filter: ${label} ${value}`}
            onClick={remove}
          >
            <X aria-hidden="true" className="size-3.5" />
          </Button>
        </li>
      ))}
    </ul>
  );
}
