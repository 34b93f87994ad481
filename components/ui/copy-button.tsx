"use client";

import { Check, Copy } from "lucide-react";
import type { ComponentProps } from "react";
import { Button, type ButtonLook } from "./button";
import { cn } from "./cn";
import { useCopied } from "./hooks/use-copied";

/**
 * Copies `text`. `label` is the accessible name (`Copy address`); `children` is shown beside the
 * icon.
 */
export function CopyButton({
  text,
  label,
  variant = "ghost",
  size = "icon",
  className,
  children,
  ...props
}: Omit<ComponentProps<"button">, "onClick"> & ButtonLook & { text: string; label: string }) {
  const { state, copy } = useCopied();
  const Icon = state === "copied" ? Check : Copy;
  return (
    <>
      <Button
        data-slot="copy-button"
        variant={variant}
        size={size}
        aria-label={label}
        onClick={() => void copy(text)}
        className={cn(state === "copied" && "text-sea-text", className)}
        {...props}
      >
        <Icon aria-hidden="true" className="size-4" />
        {children}
      </Button>
      <span role="status" className="sr-only">
        {state === "copied" ? "Copied" : state === "failed" ? "Could not copy" : ""}
      </span>
    </>
  );
}
