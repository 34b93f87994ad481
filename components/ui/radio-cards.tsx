"use client";

import { type ReactNode, useId } from "react";
import { cn } from "./cn";
import { Note } from "./field";
import { useEarlyChoice } from "./hooks/use-early-choice";

export type RadioCard<Value extends string> = {
  value: Value;
  title: string;
  text?: string;
  icon?: ReactNode;
  disabled?: boolean;
};

/** One choice of a few, each explained. Native radios: arrows move, forms and readers know them. */
export function RadioCards<Value extends string>({
  legend,
  name,
  value,
  options,
  onChoose,
  error,
  className,
}: {
  legend: string;
  name: string;
  value: Value;
  options: readonly RadioCard<Value>[];
  onChoose: (value: Value) => void;
  error?: string | undefined;
  className?: string;
}) {
  const noteId = useId();
  const group = useEarlyChoice(value, options, onChoose);
  return (
    <fieldset
      ref={group}
      data-slot="radio-cards"
      data-field={name}
      aria-describedby={error === undefined ? undefined : noteId}
      className="min-w-0"
    >
      <legend className="mb-2 font-medium text-sm">{legend}</legend>
      <div className={cn("grid gap-2", className)}>
        {options.map((option) => (
          <OptionCard
            key={option.value}
            name={name}
            option={option}
            isChosen={option.value === value}
            onChoose={onChoose}
          />
        ))}
      </div>
      {error !== undefined && (
        <Note id={noteId} isError>
          {error}
        </Note>
      )}
    </fieldset>
  );
}

function OptionCard<Value extends string>({
  name,
  option,
  isChosen,
  onChoose,
}: {
  name: string;
  option: RadioCard<Value>;
  isChosen: boolean;
  onChoose: (value: Value) => void;
}) {
  return (
    <label
      className={cn(
        "relative flex min-w-0 cursor-pointer gap-3 rounded-card border border-line bg-surface p-3.5",
        "hover:border-line-strong has-checked:border-accent-text has-checked:bg-raised",
        "has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-focus-visible:outline-offset-2",
        option.disabled && "cursor-not-allowed opacity-55",
      )}
    >
      <input
        type="radio"
        name={name}
        value={option.value}
        checked={isChosen}
        disabled={option.disabled}
        onChange={() => onChoose(option.value)}
        className="mt-0.5 size-4 shrink-0 accent-[var(--accent-text)] focus-visible:outline-none"
      />
      <span className="min-w-0">
        <span className="flex items-center gap-2 font-medium text-sm">
          {option.icon}
          {option.title}
        </span>
        {option.text !== undefined && (
          <span className="mt-0.5 block text-muted text-xs leading-4.5">{option.text}</span>
        )}
      </span>
    </label>
  );
}
