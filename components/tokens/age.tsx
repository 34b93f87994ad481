"use client";

import { cn } from "@/components/ui/cn";
import { formatAge } from "@/lib/web/format-age";
import { useNow } from "./use-now";

/** A live age (`4m`, or `4 minutes ago`); the full date is its title. */
export function Age({
  createdAt,
  form = "short",
  className,
}: {
  createdAt: number;
  form?: "short" | "words";
  className?: string;
}) {
  const now = useNow();
  const date = new Date(createdAt * 1_000);
  const iso = date.toISOString();
  return (
    <time
      data-slot="age"
      dateTime={iso}
      title={iso}
      // Only for who wants to know: writing a date as a reader does takes longer than a row's frame.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = date.toLocaleString();
      }}
      className={cn("nums whitespace-nowrap", className)}
    >
      {/* A page that the server rendered does not know the reader's clock. */}
      {now === 0 ? iso.slice(0, 10) : formatAge(createdAt, now)[form]}
    </time>
  );
}
