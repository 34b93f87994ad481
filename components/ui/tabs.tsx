"use client";

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { PlainButton } from "./button";

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
          id={tabIds(prefix, tab.id).panel}
          aria-labelledby={tabIds(prefix, tab.id).tab}
          hidden={tab.id !== selected}
          className="mt-3"
        >
          {(isEager || seen.includes(tab.id)) && tab.panel}
        </div>
      ))}
    </div>
  );
}

/** The buttons of tabs whose panels are rendered elsewhere, with the ids of `tabIds`. */
export function TabList<Id extends string>({
  label,
  tabs,
  prefix,
  selected,
  onSelect,
  disabled = false,
  className = "flex gap-1",
  tabClassName = "rounded-control px-3 py-1.5 font-medium text-muted text-sm hover:text-ink aria-selected:bg-raised aria-selected:text-ink",
}: {
  label: string;
  tabs: readonly { id: Id; title: string }[];
  prefix: string;
  selected: Id | undefined;
  onSelect: (id: Id) => void;
  disabled?: boolean;
  className?: string;
  tabClassName?: string;
}) {
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const move = (event: KeyboardEvent, index: number) => {
    const tab = tabs[targetOf(event.key, index, tabs.length) ?? -1];
    if (tab === undefined || disabled) return;
    event.preventDefault();
    onSelect(tab.id);
    buttons.current.get(tab.id)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className={className}>
      {tabs.map((tab, index) => (
        <PlainButton
          key={tab.id}
          ref={(node) => {
            if (node) buttons.current.set(tab.id, node);
          }}
          role="tab"
          id={tabIds(prefix, tab.id).tab}
          aria-selected={tab.id === selected}
          aria-controls={tabIds(prefix, tab.id).panel}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
          onKeyDown={(event) => move(event, index)}
          disabled={disabled}
          className={tabClassName}
        >
          {tab.title}
        </PlainButton>
      ))}
    </div>
  );
}

/** The ids that connect a tab with its panel. */
export function tabIds(prefix: string, id: string): { tab: string; panel: string } {
  return { tab: `${prefix}-${id}`, panel: `${prefix}-${id}-panel` };
}

function targetOf(key: string, index: number, count: number): number | null {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = STEPS[key];
  return step === undefined ? null : (index + step + count) % count;
}
