"use client";

import { Check, Share2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useCopied } from "@/components/ui/hooks/use-copied";

/** Opens the device's share sheet where supported; otherwise copies the link. */
export function ShareButton({ title }: { title: string }) {
  const { state, copy } = useCopied();
  const share = async () => {
    const url = window.location.origin + window.location.pathname;
    if ("share" in navigator && (await wasShared({ title, url }))) return;
    await copy(url);
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
        {state === "copied" && "Link copied"}
        {state === "failed" && "Could not copy the link. Copy it from the address bar."}
      </span>
    </>
  );
}

/** Whether the share sheet handled it; closing it counts as handled. */
async function wasShared(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}
