"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useRef, useState } from "react";
import { cleanIdentityInput } from "@/components/recipients/clean-identity-input";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Popover, PopoverAnchor, PopoverContent } from "@/components/ui/overlay/popover";
import { formatDecimal } from "@/lib/web/format/format-decimal";
import { configQuery } from "@/lib/web/queries";
import { type ExplorerState, isFiltered, type RangeName } from "../explorer-state";
import {
  dollarsOf,
  EMPTY,
  issuesOf,
  RANGE_ROWS,
  rangesOf,
  type Typed,
  tidyRange,
  typedOf,
} from "./filter-values";
import { RANGE_LABELS } from "./range-labels";

const FIELDS = [
  {
    name: "owner",
    label: "Creator or owner",
    hint: "Wallet that launched the token or earns its fees.",
  },
  { name: "manager", label: "Manager", hint: "Address of a fee manager." },
] as const;

/** Bounds that make a list safer. */
const SAFETY: readonly { name: RangeName; hint?: string }[] = [
  { name: "liquidityMin" },
  { name: "creatorShareMax", hint: "Part of the supply." },
  { name: "topHoldersShareMax", hint: "Part of the supply." },
  {
    name: "firstBlockShareMax",
    hint: "Part of the supply that buyers of the first traded block still hold.",
  },
];
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
  const [typed, setTyped] = useTyped(state);
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

/** Input is kept while the panel is closed, until the filters of the page change. */
function useTyped(state: ExplorerState): [Typed, (typed: Typed) => void] {
  const applied = JSON.stringify([state.owner, state.manager, state.ranges]);
  const [kept, setKept] = useState({ applied, typed: typedOf(state) });
  const typed = kept.applied === applied ? kept.typed : typedOf(state);
  return [typed, (next) => setKept({ applied, typed: next })];
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
  const isEmpty = Object.values(typed).every((text) => text === "");
  const clear = () => {
    onType(EMPTY);
    onChange({ owner: "", manager: "", ranges: {} });
    onClose();
  };
  const { data: config } = useQuery(configQuery());
  const feed = config?.chains.find(({ ethUsd }) => ethUsd !== null)?.ethUsd;
  const type = (name: keyof Typed, text: string) => {
    if (text === typed[name]) return;
    onType({ ...typed, [name]: text });
    setIssues(new Map());
  };
  const field = (name: RangeName, label: string, unit: string, hint?: string) => (
    <NumberField
      key={name}
      name={name}
      label={label}
      unit={unit}
      value={typed[name]}
      hint={dollarHint(dollarsOf(name, typed[name], feed?.value ?? null)) ?? hint}
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
      <fieldset className="grid grid-cols-2 items-start gap-3 border-t pt-3">
        <legend className="float-left col-span-2 font-semibold text-sm">Safety</legend>
        {SAFETY.map(({ name, hint }) => {
          const { label, unit } = RANGE_LABELS[name];
          return field(name, label, unit.trim(), hint);
        })}
      </fieldset>
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
        <Button size="small" onClick={clear} disabled={!isFiltered(state) && isEmpty}>
          Clear
        </Button>
        <Button size="small" variant="primary" type="submit">
          Apply
        </Button>
      </div>
    </form>
  );
}

function dollarHint(dollars: string | null): string | undefined {
  return dollars === null ? undefined : `About $${formatDecimal(dollars)}`;
}

function NumberField({
  name,
  label,
  unit,
  value,
  hint,
  issue,
  onChange,
}: {
  name: RangeName;
  label: string;
  unit: string;
  value: string;
  hint: string | undefined;
  issue: string | undefined;
  onChange: (text: string) => void;
}) {
  return (
    <Field label={label} aside={unit} error={issue} {...(hint !== undefined && { hint })}>
      {(control) => (
        <Input
          {...control}
          name={name}
          value={value}
          inputMode="decimal"
          autoComplete="off"
          onChange={(event) => onChange(event.target.value.trim())}
          onBlur={() => onChange(tidyRange(name, value))}
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
          onChange={(event) => onChange(cleanIdentityInput("wallet", event.target.value))}
          placeholder="0x…"
          spellCheck={false}
          className="font-mono sm:text-xs"
        />
      )}
    </Field>
  );
}
