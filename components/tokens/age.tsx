"use client";

import { cn } from "@/components/ui/cn";
import { formatAge } from "@/lib/client/format-age";
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
  const age = formatAge(createdAt, now);
  return (
    <time
      data-slot="age"
      dateTime={date.toISOString()}
      title={`${age.words}, ${date.toLocaleString()}`}
      className={cn("nums whitespace-nowrap", className)}
    >
      {age[form]}
    </time>
  );
}
