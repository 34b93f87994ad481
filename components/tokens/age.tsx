"use client";

import { cn } from "@/components/ui/cn";
import { formatAge } from "@/lib/web/format/format-age";
import { useFromNow } from "./use-now";

/** Live age (`4m` or `4 minutes ago`) with the full date as title. */
export function Age({
  createdAt,
  form = "short",
  className,
}: {
  createdAt: number;
  form?: "short" | "long";
  className?: string;
}) {
  const age = useFromNow((now) => formatAge(createdAt, now)[form]);
  const date = new Date(createdAt * 1_000);
  const iso = date.toISOString();
  return (
    <time
      data-slot="age"
      dateTime={iso}
      title={iso}
      // Format the date on hover only: `Intl` takes longer than a row's frame budget.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = date.toLocaleString();
      }}
      className={cn("nums whitespace-nowrap", className)}
    >
      {age}
    </time>
  );
}
