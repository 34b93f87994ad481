import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

/** Classes of a cell in tables of positions and trades. */
export const CELL = "px-3 py-2.5 whitespace-nowrap sm:px-4";
export const RIGHT = cn(CELL, "text-right");

/** A column's title. `className` aligns it, or hides it on narrow screens. */
export function HeadCell({ className, children }: { className?: string; children?: ReactNode }) {
  return (
    <th scope="col" className={cn(CELL, "font-normal", className)}>
      {children}
    </th>
  );
}

/** Replaces an amount that is zero or unknown. */
export function None() {
  return <span className="text-faint">–</span>;
}
