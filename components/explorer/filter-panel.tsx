"use client";

import { type FormEvent, type RefObject, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Popover, PopoverAnchor, PopoverContent } from "@/components/ui/popover";
import { type ExplorerState, isAddress } from "./explorer-state";

const FIELDS = [
  { name: "owner", label: "Creator or owner", hint: "A wallet that launched or earns." },
  { name: "manager", label: "Manager", hint: "A fee manager’s contract." },
] as const;

type Typed = Pick<ExplorerState, "owner" | "manager">;

const NOWHERE = { getBoundingClientRect: () => new DOMRect() };

/** The fields of the explorer's filter, beside their button. */
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
  const [typed, setTyped] = useState({ owner: state.owner, manager: state.manager });
  return (
    <Popover open={open} onOpenChange={onOpenChange}>
      <PopoverAnchor virtualRef={{ current: anchor.current ?? NOWHERE }} />
      <PopoverContent
        aria-label="Filter"
        className="w-[min(21rem,calc(100vw-1.5rem))] p-4"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          anchor.current?.focus();
        }}
        onInteractOutside={(event) => {
          // The button toggles by itself; closing here as well would open it again.
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
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set());
  const form = useRef<HTMLFormElement>(null);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const wrong = FIELDS.filter(({ name }) => typed[name] !== "" && !isAddress(typed[name]));
    setRefused(new Set(wrong.map(({ name }) => name)));
    if (wrong[0] !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name="${wrong[0].name}"]`)?.focus();
      return;
    }
    onChange(typed);
    onClose();
  };
  const clear = () => {
    onType({ owner: "", manager: "" });
    onChange({ owner: "", manager: "" });
    onClose();
  };
  return (
    <form ref={form} noValidate onSubmit={apply} className="grid gap-2">
      {FIELDS.map((field) => (
        <AddressField
          key={field.name}
          field={field}
          value={typed[field.name]}
          isRefused={refused.has(field.name)}
          onChange={(text) => {
            onType({ ...typed, [field.name]: text });
            setRefused(new Set());
          }}
        />
      ))}
      <div className="mt-1 flex justify-end gap-2">
        <Button size="small" onClick={clear} disabled={state.owner + state.manager === ""}>
          Clear
        </Button>
        <Button size="small" variant="primary" type="submit">
          Apply
        </Button>
      </div>
    </form>
  );
}

function AddressField({
  field: { name, label, hint },
  value,
  isRefused,
  onChange,
}: {
  field: (typeof FIELDS)[number];
  value: string;
  isRefused: boolean;
  onChange: (text: string) => void;
}) {
  return (
    <Field
      label={label}
      hint={hint}
      error={isRefused ? "must be 0x and 40 hex characters" : undefined}
    >
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
