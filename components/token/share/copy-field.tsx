"use client";

import { Check, Copy } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useCopied } from "@/components/ui/hooks/use-copied";
import { CONTROL_CLASS } from "@/components/ui/input";

/** A text to copy, selected as a whole; stays readable when the clipboard is refused. */
export function CopyField({
  label,
  text,
  button,
  rows = 1,
}: {
  label: string;
  text: string;
  /** Accessible name of the button. */
  button: string;
  rows?: number;
}) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { state, copy } = useCopied();
  const Icon = state === "copied" ? Check : Copy;
  // Stays until the next attempt: the reader has to act on it.
  const [isRefused, setRefused] = useState(false);
  const copyOrSelect = async () => {
    const isCopied = await copy(text, field.current);
    setRefused(!isCopied);
    if (!isCopied) field.current?.select();
  };
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block font-medium text-sm">
        {label}
      </label>
      <div className="flex items-start gap-2">
        <textarea
          ref={field}
          id={id}
          readOnly
          rows={rows}
          value={text}
          spellCheck={false}
          style={{ resize: "none" }}
          onFocus={(event) => event.currentTarget.select()}
          className={cn(
            CONTROL_CLASS,
            "min-w-0 flex-1 px-3 py-2 font-mono text-xs sm:text-xs",
            rows === 1 ? "h-10 overflow-x-auto overflow-y-hidden whitespace-nowrap" : "break-all",
          )}
        />
        <Button
          size="icon"
          aria-label={button}
          className={cn("size-10", state === "copied" && "text-sea-text")}
          onClick={() => void copyOrSelect()}
        >
          <Icon aria-hidden="true" className="size-4" />
        </Button>
      </div>
      <p role="status" className={cn("mt-1 text-xs", !isRefused && "sr-only")}>
        {isRefused && "Could not copy. The text is selected, so you can copy it yourself."}
        {state === "copied" && "Copied"}
      </p>
    </div>
  );
}
