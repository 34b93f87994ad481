"use client";

import { Check, Copy } from "lucide-react";
import { type ComponentProps, useEffect, useState } from "react";
import { Button, type ButtonLook } from "./button";
import { cn } from "./cn";

const SHOWN_MS = 1_600;

/** Copies `text`; `label` names it for screen readers (`Copy address`). `children` is shown beside. */
export function CopyButton({
  text,
  label,
  variant = "ghost",
  size = "icon",
  className,
  children,
  ...props
}: Omit<ComponentProps<"button">, "onClick"> & ButtonLook & { text: string; label: string }) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    const copied = await writeClipboard(text);
    setState(copied ? "copied" : "failed");
  };
  const Icon = state === "copied" ? Check : Copy;
  return (
    <>
      <Button
        data-slot="copy-button"
        variant={variant}
        size={size}
        aria-label={label}
        onClick={copy}
        className={cn(state === "copied" && "text-sea-text", className)}
        {...props}
      >
        <Icon aria-hidden="true" className="size-4" />
        {children}
      </Button>
      <span role="status" className="sr-only">
        {state === "copied" ? "Copied" : state === "failed" ? "Copying was refused" : ""}
      </span>
    </>
  );
}

/** The clipboard exists on secure origins only; over plain HTTP a selection is copied instead. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.style.position = "fixed";
    area.style.opacity = "0";
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    return copied;
  }
}
