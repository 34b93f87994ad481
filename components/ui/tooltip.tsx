"use client";

import { cloneElement, type ReactElement, type ReactNode, useId, useState } from "react";
import { cn } from "./cn";

const SIDES = { top: "bottom-full mb-2", bottom: "top-full mt-2" } as const;
const ALIGNMENTS = {
  start: "left-0",
  center: "left-1/2 -translate-x-1/2",
  end: "right-0",
} as const;

/**
 * A hint on hover and on keyboard focus; Escape hides it. The child must take `aria-describedby`.
 * It only adds to what the child says: a name belongs to the child itself.
 */
export function Tooltip({
  hint,
  side = "top",
  align = "center",
  children,
  className,
}: {
  hint: ReactNode;
  side?: keyof typeof SIDES;
  align?: keyof typeof ALIGNMENTS;
  children: ReactElement<{ "aria-describedby"?: string }>;
  className?: string;
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what bubbles from the child
    <span
      data-slot="tooltip"
      className={cn("relative inline-flex", className)}
      onPointerEnter={(event) => event.pointerType === "mouse" && setOpen(true)}
      onPointerLeave={() => setOpen(false)}
      onFocus={(event) => event.target.matches(":focus-visible") && setOpen(true)}
      onBlur={() => setOpen(false)}
      onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
    >
      {cloneElement(children, { "aria-describedby": id })}
      <span
        id={id}
        role="tooltip"
        hidden={!open}
        className={cn(
          "pointer-events-none absolute z-50 w-max max-w-64 rounded-control bg-ink px-2.5 py-1.5",
          "text-left font-normal text-canvas text-xs leading-snug shadow-pop",
          SIDES[side],
          ALIGNMENTS[align],
        )}
      >
        {hint}
      </span>
    </span>
  );
}
