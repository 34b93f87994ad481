"use client";

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { cn } from "./cn";

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * Tabs with the ARIA pattern: arrows, Home and End move, the panel follows. A panel renders when it
 * is first selected, and stays.
 */
export function Tabs({
  label,
  tabs,
  isEager = false,
  className,
}: {
  label: string;
  tabs: readonly { id: string; title: string; panel: ReactNode }[];
  /** Renders all panels at once, for text that is in the HTML. */
  isEager?: boolean;
  className?: string;
}) {
  const prefix = useId();
  const [selected, setSelected] = useState(tabs[0]?.id);
  const [seen, setSeen] = useState<readonly (string | undefined)[]>([selected]);
  const select = (id: string) => {
    setSelected(id);
    if (!seen.includes(id)) setSeen([...seen, id]);
  };
  return (
    <div data-slot="tabs" className={className}>
      <TabList label={label} tabs={tabs} prefix={prefix} selected={selected} onSelect={select} />
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${prefix}-${tab.id}-panel`}
          aria-labelledby={`${prefix}-${tab.id}`}
          hidden={tab.id !== selected}
          className="mt-3"
        >
          {(isEager || seen.includes(tab.id)) && tab.panel}
        </div>
      ))}
    </div>
  );
}

function TabList({
  label,
  tabs,
  prefix,
  selected,
  onSelect,
}: {
  label: string;
  tabs: readonly { id: string; title: string }[];
  prefix: string;
  selected: string | undefined;
  onSelect: (id: string) => void;
}) {
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const move = (event: KeyboardEvent, index: number) => {
    const tab = tabs[targetOf(event.key, index, tabs.length) ?? -1];
    if (tab === undefined) return;
    event.preventDefault();
    onSelect(tab.id);
    buttons.current.get(tab.id)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className="flex gap-1">
      {tabs.map((tab, index) => (
        <button
          key={tab.id}
          ref={(node) => {
            if (node) buttons.current.set(tab.id, node);
          }}
          type="button"
          role="tab"
          id={`${prefix}-${tab.id}`}
          aria-selected={tab.id === selected}
          aria-controls={`${prefix}-${tab.id}-panel`}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
          onKeyDown={(event) => move(event, index)}
          className={cn(
            "rounded-control px-3 py-1.5 font-medium text-muted text-sm hover:text-ink",
            tab.id === selected && "bg-raised text-ink",
          )}
        >
          {tab.title}
        </button>
      ))}
    </div>
  );
}

function targetOf(key: string, index: number, count: number): number | null {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = STEPS[key];
  return step === undefined ? null : (index + step + count) % count;
}
