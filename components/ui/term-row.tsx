import type { ReactNode } from "react";
import { cn } from "./cn";

/** A row of a `dl`: the title on the left and its value on the right. */
export function TermRow({
  title,
  tone = "faint",
  className,
  valueClassName,
  children,
}: {
  title: string;
  tone?: "faint" | "muted";
  className?: string;
  valueClassName?: string;
  children: ReactNode;
}) {
  return (
    <div className={cn("flex justify-between gap-x-4", className)}>
      <dt className={tone === "faint" ? "text-faint" : "text-muted"}>{title}</dt>
      <dd className={valueClassName}>{children}</dd>
    </div>
  );
}
