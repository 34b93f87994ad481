"use client";

import { type FormEvent, type RefObject, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Popover, PopoverAnchor, PopoverContent } from "@/components/ui/popover";
import { type ExplorerState, isAddress } from "./explorer-state";

const FIELDS = [
  {
    name: "owner",
    label: "Creator or owner",
    hint: "Wallet that launched the token or earns its fees.",
  },
  { name: "manager", label: "Manager", hint: "Address of a fee manager." },
] as const;

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
  const [typed, setTyped] = useState({ owner: state.owner, manager: state.manager });
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
    onOpenChange(false);
  };
  const clear = () => {
    setTyped({ owner: "", manager: "" });
    onChange({ owner: "", manager: "" });
    onOpenChange(false);
  };
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
          // The button toggles the panel itself; closing it here would reopen it.
          const { target } = event;
          if (target instanceof Node && anchor.current?.contains(target)) event.preventDefault();
        }}
      >
        <form ref={form} noValidate onSubmit={apply} className="grid gap-2">
          {FIELDS.map(({ name, label, hint }) => (
            <Field
              key={name}
              label={label}
              hint={hint}
              error={refused.has(name) ? "must be 0x and 40 hex characters" : undefined}
            >
              {(control) => (
                <Input
                  {...control}
                  name={name}
                  value={typed[name]}
                  onChange={(event) => {
                    setTyped({ ...typed, [name]: event.target.value.trim() });
                    setRefused(new Set());
                  }}
                  placeholder="0x…"
                  spellCheck={false}
                  className="font-mono sm:text-xs"
                />
              )}
            </Field>
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
      </PopoverContent>
    </Popover>
  );
}
