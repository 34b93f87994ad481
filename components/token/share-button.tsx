"use client";

import { Check, Share2 } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";

const SHOWN_MS = 1_600;

/** Hands the page's address to the device's own sharing; where there is none, to the clipboard. */
export function ShareButton({ title }: { title: string }) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const share = async () => {
    const url = window.location.origin + window.location.pathname;
    if ("share" in navigator && (await wasShared({ title, url }))) return;
    const copied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    );
    setState(copied === true ? "copied" : "failed");
  };
  return (
    <>
      <Button size="small" className="h-9" onClick={() => void share()}>
        {state === "copied" ? (
          <Check aria-hidden="true" className="size-4 text-sea-text" />
        ) : (
          <Share2 aria-hidden="true" className="size-4" />
        )}
        {state === "copied" ? "Link copied" : "Share"}
      </Button>
      <span role="status" className="sr-only">
        {state === "copied" && "The link was copied"}
        {state === "failed" && "The link can't be copied here: take it from the address bar"}
      </span>
    </>
  );
}

/** Whether the device took it; to close its dialog counts, being the person's own choice. */
async function wasShared(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}
