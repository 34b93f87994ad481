import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A quiet placeholder of the size that its content will have. */
export function Skeleton({ className, ...props }: ComponentProps<"span">) {
  return (
    <span
      data-slot="skeleton"
      aria-hidden="true"
      className={cn("skeleton-sheen block animate-sheen rounded-md", className)}
      {...props}
    />
  );
}
