"use client";

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { cn } from "./cn";

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs with the ARIA pattern: arrows, Home and End move, the panel follows. */
export function Tabs({
  label,
  tabs,
  className,
}: {
  label: string;
  tabs: readonly { id: string; title: string; panel: ReactNode }[];
  className?: string;
}) {
  const prefix = useId();
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const [selected, setSelected] = useState(tabs[0]?.id);
  const move = (event: KeyboardEvent, index: number) => {
    const step = STEPS[event.key];
    const last = tabs.length - 1;
    const target =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? last
          : step === undefined
            ? null
            : (index + step + tabs.length) % tabs.length;
    const tab = target === null ? undefined : tabs[target];
    if (tab === undefined) return;
    event.preventDefault();
    setSelected(tab.id);
    buttons.current.get(tab.id)?.focus();
  };
  return (
    <div data-slot="tabs" className={className}>
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
            onClick={() => setSelected(tab.id)}
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
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${prefix}-${tab.id}-panel`}
          aria-labelledby={`${prefix}-${tab.id}`}
          hidden={tab.id !== selected}
          className="mt-3"
        >
          {tab.panel}
        </div>
      ))}
    </div>
  );
}
