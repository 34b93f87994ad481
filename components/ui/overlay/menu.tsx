"use client";

import { Check } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Button, PlainButton } from "../button";
import { cn } from "../cn";

type MenuProps<Value extends string> = {
  label: string;
  icon: ReactNode;
  value: Value | undefined;
  options: readonly { value: Value; title: string; icon?: ReactNode }[];
  onChoose: (value: Value) => void;
  className?: string;
};

/**
 * Menu button with one selected entry. Arrows, Home, End and the first letter move; Enter selects;
 * Escape, Tab and a click outside close it.
 */
export function Menu<Value extends string>(props: MenuProps<Value>) {
  const { label, icon, className } = props;
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useClosingOutside(open, root, () => setOpen(false));
  const close = () => {
    setOpen(false);
    root.current?.querySelector("button")?.focus();
  };
  return (
    <div data-slot="menu" ref={root} className={cn("relative", className)}>
      <Button
        variant="ghost"
        size="icon"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {icon}
      </Button>
      {open && <Entries {...props} id={id} onClose={close} onLeave={() => setOpen(false)} />}
    </div>
  );
}

function useClosingOutside(
  open: boolean,
  root: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) latest.current();
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [open, root]);
}

/** Takes the focus when it opens, on the chosen entry. `onClose` returns it to the button. */
function Entries<Value extends string>({
  id,
  label,
  value,
  options,
  onChoose,
  onClose,
  onLeave,
}: MenuProps<Value> & { id: string; onClose: () => void; onLeave: () => void }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const entries = list.current?.querySelectorAll<HTMLButtonElement>("button");
    const chosen = list.current?.querySelector<HTMLButtonElement>("[aria-checked=true]");
    (chosen ?? entries?.[0])?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Tab") return onLeave();
    if (event.key === "Escape") return onClose();
    const entries = [...(list.current?.querySelectorAll<HTMLButtonElement>("button") ?? [])];
    const at = entries.findIndex((entry) => entry.matches(":focus"));
    const target = nextEntry(event.key, at, entries);
    if (target === undefined) return;
    event.preventDefault();
    target.focus();
  };
  return (
    <div
      ref={list}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      className="absolute right-0 z-50 mt-2 grid min-w-40 rounded-card border border-line bg-surface p-1 shadow-pop"
    >
      {options.map((option) => (
        <Entry
          key={option.value}
          option={option}
          isChosen={option.value === value}
          onPress={() => {
            onChoose(option.value);
            onClose();
          }}
        />
      ))}
    </div>
  );
}

function Entry<Value extends string>({
  option,
  isChosen,
  onPress,
}: {
  option: MenuProps<Value>["options"][number];
  isChosen: boolean;
  onPress: () => void;
}) {
  return (
    <PlainButton
      role="menuitemradio"
      aria-checked={isChosen}
      tabIndex={-1}
      onClick={onPress}
      className="flex items-center gap-2.5 rounded-control px-2.5 py-2 text-left text-sm hover:bg-raised focus-visible:bg-raised"
    >
      {option.icon}
      <span className="grow">{option.title}</span>
      {isChosen && <Check aria-hidden="true" className="size-4 text-muted" />}
    </PlainButton>
  );
}

function nextEntry(
  key: string,
  at: number,
  entries: readonly HTMLButtonElement[],
): HTMLButtonElement | undefined {
  const count = entries.length;
  if (key === "ArrowDown") return entries[(at + 1) % count];
  if (key === "ArrowUp") return entries[(at - 1 + count) % count];
  if (key === "Home") return entries[0];
  if (key === "End") return entries[count - 1];
  const starts = (entry: HTMLButtonElement) =>
    entry.textContent?.trim().toLowerCase().startsWith(key.toLowerCase());
  return key.length === 1 ? entries.find(starts) : undefined;
}
