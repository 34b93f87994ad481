"use client";

import { type FormEvent, type RefObject, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Popover, PopoverAnchor, PopoverContent } from "@/components/ui/popover";
import {
  type ExplorerState,
  isAddress,
  isFiltered,
  RANGE_NAMES,
  type RangeName,
  type Ranges,
} from "./explorer-state";
import { ageOf, showAge } from "./range-labels";

const FIELDS = [
  {
    name: "owner",
    label: "Creator or owner",
    hint: "Wallet that launched the token or earns its fees.",
  },
  { name: "manager", label: "Manager", hint: "Address of a fee manager." },
] as const;

/** Ranges in pairs, as typed; ages in hours. */
const RANGE_ROWS = [
  { title: "Market cap", unit: "ETH", names: ["marketCapMin", "marketCapMax"] },
  { title: "Age", unit: "hours", names: ["ageMin", "ageMax"] },
  { title: "Volume in 24h", unit: "ETH", names: ["volume24hMin", "volume24hMax"] },
  { title: "Holders", unit: "", names: ["holdersMin", "holdersMax"] },
] as const;
/** Bounds that make a list safer. */
const SAFETY = [
  { name: "liquidityMin", label: "Minimum liquidity", unit: "ETH" },
  { name: "creatorShareMax", label: "Maximum creator holding", unit: "%" },
] as const;
const NUMBER = /^\d{1,9}(\.\d{1,9})?$/;
const WHOLE = /^\d{1,9}$/;

type Typed = Record<"owner" | "manager" | RangeName, string>;

const EMPTY: Typed = {
  ...{ owner: "", manager: "", liquidityMin: "", creatorShareMax: "" },
  ...{ marketCapMin: "", marketCapMax: "", ageMin: "", ageMax: "" },
  ...{ volume24hMin: "", volume24hMax: "", holdersMin: "", holdersMax: "" },
};

function typedOf({ owner, manager, ranges }: ExplorerState): Typed {
  const hours = (seconds: string | undefined) =>
    seconds === undefined ? "" : showAge(seconds).slice(0, -1);
  return {
    ...EMPTY,
    ...ranges,
    ...{ owner, manager, ageMin: hours(ranges.ageMin), ageMax: hours(ranges.ageMax) },
  };
}

function rangesOf(typed: Typed): Ranges {
  const values = RANGE_NAMES.map(
    (name) => [name, name.startsWith("age") ? ageOf(typed[name]) : typed[name]] as const,
  );
  return Object.fromEntries(values.filter(([, value]) => value !== ""));
}

/** Why each field is refused. */
function issuesOf(typed: Typed): ReadonlyMap<keyof Typed, string> {
  const issues = new Map<keyof Typed, string>();
  const hasRanges = RANGE_NAMES.some((name) => typed[name] !== "");
  for (const { name } of FIELDS) {
    if (typed[name] === "") continue;
    if (!isAddress(typed[name])) issues.set(name, "must be 0x and 40 hex characters");
    else if (hasRanges) issues.set(name, "cannot be combined with the ranges below");
  }
  for (const name of RANGE_NAMES) {
    const isCount = name.startsWith("holders");
    if (typed[name] === "" || (isCount ? WHOLE : NUMBER).test(typed[name])) continue;
    issues.set(name, isCount ? "must be a whole number" : "must be a number");
  }
  for (const { names } of RANGE_ROWS) {
    const [min, max] = [typed[names[0]], typed[names[1]]];
    const isWrong = min !== "" && max !== "" && Number(min) > Number(max);
    if (isWrong && !issues.has(names[1])) issues.set(names[1], "must not be below the minimum");
  }
  return issues;
}

const NOWHERE = { getBoundingClientRect: () => new DOMRect() };

/** The filter fields in a panel next to their button. */
export function FilterPanel({
  anchor,
  open,
  onOpenChange,
  state,
  onChange,
}: {
  anchor: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  state: ExplorerState;
  onChange: (part: Partial<ExplorerState>) => void;
}) {
  // Kept while the panel is closed.
  const [typed, setTyped] = useState(() => typedOf(state));
  return (
    <Popover open={open} onOpenChange={onOpenChange}>
      <PopoverAnchor virtualRef={{ current: anchor.current ?? NOWHERE }} />
      <PopoverContent
        aria-label="Filter"
        className="w-[min(26rem,calc(100vw-1.5rem))] p-4"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          anchor.current?.focus();
        }}
        onInteractOutside={(event) => {
          // The button toggles the panel itself; closing it here would reopen it.
          const { target } = event;
          if (target instanceof Node && anchor.current?.contains(target)) event.preventDefault();
        }}
      >
        <FilterForm
          typed={typed}
          onType={setTyped}
          state={state}
          onChange={onChange}
          onClose={() => onOpenChange(false)}
        />
      </PopoverContent>
    </Popover>
  );
}

type FilterFormProps = {
  typed: Typed;
  onType: (typed: Typed) => void;
  state: ExplorerState;
  onChange: (part: Partial<ExplorerState>) => void;
  onClose: () => void;
};

function FilterForm({ typed, onType, state, onChange, onClose }: FilterFormProps) {
  const [issues, setIssues] = useState<ReadonlyMap<keyof Typed, string>>(new Map());
  const form = useRef<HTMLFormElement>(null);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const found = issuesOf(typed);
    setIssues(found);
    const [first] = found.keys();
    if (first !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    const { owner, manager } = typed;
    // With an address the API has the orders of the tabs only.
    const order = owner + manager === "" ? {} : { sort: null };
    onChange({ owner, manager, ranges: rangesOf(typed), ...order });
    onClose();
  };
  const clear = () => {
    onType(EMPTY);
    onChange({ owner: "", manager: "", ranges: {} });
    onClose();
  };
  const type = (name: keyof Typed, text: string) => {
    onType({ ...typed, [name]: text });
    setIssues(new Map());
  };
  const field = (name: RangeName, label: string, unit: string) => (
    <NumberField
      key={name}
      name={name}
      label={label}
      unit={unit}
      value={typed[name]}
      issue={issues.get(name)}
      onChange={(text) => type(name, text)}
    />
  );
  return (
    <form ref={form} noValidate onSubmit={apply} className="grid gap-2">
      {RANGE_ROWS.map(({ title, unit, names }) => (
        <div key={title} className="grid grid-cols-2 gap-3">
          {field(names[0], `${title} from`, unit)}
          {field(names[1], `${title} to`, unit)}
        </div>
      ))}
      <div className="grid grid-cols-2 gap-3">
        {SAFETY.map(({ name, label, unit }) => field(name, label, unit))}
      </div>
      {FIELDS.map((address) => (
        <AddressField
          key={address.name}
          field={address}
          value={typed[address.name]}
          issue={issues.get(address.name)}
          onChange={(text) => type(address.name, text)}
        />
      ))}
      <div className="mt-1 flex justify-end gap-2">
        <Button size="small" onClick={clear} disabled={!isFiltered(state)}>
          Clear
        </Button>
        <Button size="small" variant="primary" type="submit">
          Apply
        </Button>
      </div>
    </form>
  );
}

function NumberField({
  name,
  label,
  unit,
  value,
  issue,
  onChange,
}: {
  name: RangeName;
  label: string;
  unit: string;
  value: string;
  issue: string | undefined;
  onChange: (text: string) => void;
}) {
  return (
    <Field label={label} aside={unit} error={issue}>
      {(control) => (
        <Input
          {...control}
          name={name}
          value={value}
          inputMode="decimal"
          autoComplete="off"
          onChange={(event) => onChange(event.target.value.trim().replace(",", "."))}
        />
      )}
    </Field>
  );
}

function AddressField({
  field: { name, label, hint },
  value,
  issue,
  onChange,
}: {
  field: (typeof FIELDS)[number];
  value: string;
  issue: string | undefined;
  onChange: (text: string) => void;
}) {
  return (
    <Field label={label} hint={hint} error={issue}>
      {(control) => (
        <Input
          {...control}
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value.trim())}
          placeholder="0x…"
          spellCheck={false}
          className="font-mono sm:text-xs"
        />
      )}
    </Field>
  );
}
