"use client";

import { cn } from "./cn";
import { useEarlyChoice } from "./hooks/use-early-choice";

/** A choice between a few short options. Native radios support arrow keys. */
export function Segmented<Value extends string>({
  label,
  name,
  value,
  options,
  onChoose,
  className,
}: {
  label: string;
  name: string;
  value: Value;
  options: readonly { value: Value; title: string }[];
  onChoose: (value: Value) => void;
  className?: string;
}) {
  const group = useEarlyChoice(value, options, onChoose);
  return (
    <fieldset
      ref={group}
      data-slot="segmented"
      className={cn("inline-flex w-fit gap-0.5 rounded-control bg-raised p-0.5", className)}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cn(
            "relative cursor-pointer whitespace-nowrap rounded-md px-2.5 py-1 font-medium text-muted text-xs hover:text-ink",
            "has-checked:bg-surface has-checked:text-ink has-checked:shadow-card",
            "has-focus-visible:outline-2 has-focus-visible:outline-accent-text",
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
            className="sr-only"
          />
          {option.title}
        </label>
      ))}
    </fieldset>
  );
}
