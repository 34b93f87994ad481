"use client";

import { SlidersHorizontal } from "lucide-react";
import { Popover } from "radix-ui";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { type ExplorerState, isAddress } from "./explorer-state";

const FIELDS = [
  { name: "owner", label: "Creator or owner", hint: "A wallet that launched or earns." },
  { name: "manager", label: "Manager", hint: "A fee manager’s contract." },
] as const;

/** Narrows the list to the tokens of one wallet or one manager. */
export function ExplorerFilters({
  state,
  onChange,
}: {
  state: ExplorerState;
  onChange: (part: Partial<ExplorerState>) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState({ owner: state.owner, manager: state.manager });
  const count = FIELDS.filter(({ name }) => state[name] !== "").length;
  const isWrong = (name: "owner" | "manager") => typed[name] !== "" && !isAddress(typed[name]);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (FIELDS.some(({ name }) => isWrong(name))) return;
    onChange(typed);
    setOpen(false);
  };
  const clear = () => {
    setTyped({ owner: "", manager: "" });
    onChange({ owner: "", manager: "" });
    setOpen(false);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button
          size="small"
          variant="ghost"
          className={cn("h-9", count > 0 && "bg-raised text-ink")}
        >
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          Filter{count > 0 ? ` (${count})` : ""}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          className="z-50 w-[min(21rem,calc(100vw-1.5rem))] rounded-card border border-line bg-surface p-4 shadow-pop"
        >
          <form onSubmit={apply} className="grid gap-2">
            {FIELDS.map(({ name, label, hint }) => (
              <Field
                key={name}
                label={label}
                hint={hint}
                error={isWrong(name) ? "must be 0x and 40 hex characters" : undefined}
              >
                {(control) => (
                  <Input
                    {...control}
                    value={typed[name]}
                    onChange={(event) => setTyped({ ...typed, [name]: event.target.value.trim() })}
                    placeholder="0x…"
                    spellCheck={false}
                    className="font-mono sm:text-xs"
                  />
                )}
              </Field>
            ))}
            <div className="mt-1 flex justify-end gap-2">
              <Button size="small" onClick={clear} disabled={count === 0}>
                Clear
              </Button>
              <Button size="small" variant="primary" type="submit">
                Apply
              </Button>
            </div>
          </form>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
