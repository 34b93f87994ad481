import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/**
 * Classes shared by text fields, text areas and selects. 16 px on phones prevents zooming in
 * Safari.
 */
export const CONTROL_CLASS = cn(
  "w-full rounded-control border border-line bg-surface text-base text-ink sm:text-sm",
  "placeholder:text-faint hover:border-line-strong disabled:opacity-60",
  "aria-invalid:border-danger",
);

export function Input({ className, ...props }: ComponentProps<"input">) {
  return (
    <input
      data-slot="input"
      autoComplete="off"
      className={cn(CONTROL_CLASS, "h-11 px-3", className)}
      {...props}
    />
  );
}

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      data-slot="textarea"
      className={cn(CONTROL_CLASS, "field-sizing-content min-h-24 px-3 py-2.5", className)}
      {...props}
    />
  );
}

/** Native select: the best choice on phones, and it works without JavaScript. */
export function Select({ className, ...props }: ComponentProps<"select">) {
  return (
    <span data-slot="select" className="relative block min-w-0">
      <select
        className={cn(CONTROL_CLASS, "h-11 appearance-none truncate pr-8 pl-3", className)}
        {...props}
      />
      <ChevronDown
        aria-hidden="true"
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-2.5 size-4 text-faint"
      />
    </span>
  );
}
