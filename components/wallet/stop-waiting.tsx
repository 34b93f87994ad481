"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";

const OFFERED_AFTER_MS = 60_000;

/** Offers to end the wait for a wallet that has not responded for a minute. */
export function StopWaiting({ onStop, className }: { onStop: () => void; className?: string }) {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOffered(true), OFFERED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isOffered) return null;
  return (
    <Button size="small" variant="ghost" className={className} onClick={() => onStop()}>
      Stop waiting
    </Button>
  );
}
