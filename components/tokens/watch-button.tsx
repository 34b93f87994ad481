"use client";

import { Star } from "lucide-react";
import { memo, useSyncExternalStore } from "react";
import { PlainButton } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { toggleWatched, watchlist } from "@/lib/web/token/stored-tokens";

const none = () => null;

export function useWatched(): readonly string[] | null {
  return useSyncExternalStore(watchlist.subscribe, watchlist.read, none);
}

/** Adds a token to the watchlist, or removes it. */
export const WatchButton = memo(function WatchButton({
  token,
  className,
}: {
  token: { key: string };
  className?: string;
}) {
  const isWatched = useWatched()?.includes(token.key) ?? false;
  return (
    <PlainButton
      aria-pressed={isWatched}
      aria-label="Watch"
      onClick={() => toggleWatched(token.key)}
      className={cn(
        "relative z-10 grid size-8 place-items-center rounded-control text-faint hover:bg-raised hover:text-ink",
        isWatched && "text-accent-text",
        className,
      )}
    >
      <Star aria-hidden="true" className="size-4" fill={isWatched ? "currentColor" : "none"} />
    </PlainButton>
  );
});
