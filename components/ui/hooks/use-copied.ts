"use client";

import { useEffect, useState } from "react";

const SHOWN_MS = 1_600;

/**
 * Copies text and briefly reports success or failure.
 * `field` has the text already: a dialog takes the focus back from an element outside of it.
 */
export function useCopied(): {
  state: "idle" | "copied" | "failed";
  /** @returns whether it was copied */
  copy: (text: string, field?: HTMLTextAreaElement | null) => Promise<boolean>;
} {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (text: string, field: HTMLTextAreaElement | null = null) => {
    const isCopied = await writeClipboard(text, field);
    setState(isCopied ? "copied" : "failed");
    return isCopied;
  };
  return { state, copy };
}

/** The clipboard API needs a secure origin; over plain HTTP a selection is copied instead. */
async function writeClipboard(text: string, field: HTMLTextAreaElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (field !== null) {
      field.select();
      return document.execCommand("copy");
    }
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
