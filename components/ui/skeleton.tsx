import type { ComponentProps } from "react";
import { cn } from "./cn";

/** Placeholder with the size of its content. */
export function Skeleton({ className, ...props }: ComponentProps<"span">) {
  return (
    <span
      data-slot="skeleton"
      aria-hidden="true"
      className={cn("block animate-waiting rounded-md bg-line", className)}
      {...props}
    />
  );
}
