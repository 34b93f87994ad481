"use client";

import * as Primitive from "@radix-ui/react-popover";
import type { ComponentProps } from "react";
import { cn } from "../cn";
import { keepOpenWhileComposing } from "../is-composing";

export const Popover = Primitive.Root;
export const PopoverAnchor = Primitive.Anchor;

/** Panel next to its trigger. Escape and a click outside close it; focus moves in and returns. */
export function PopoverContent({
  className,
  sideOffset = 8,
  align = "end",
  container,
  ...props
}: ComponentProps<typeof Primitive.Content> & {
  /** Parent of the panel, by default the page's body, which a fullscreen element covers. */
  container?: HTMLElement | null;
}) {
  return (
    <Primitive.Portal container={container}>
      <Primitive.Content
        data-slot="popover"
        onEscapeKeyDown={keepOpenWhileComposing}
        sideOffset={sideOffset}
        align={align}
        collisionPadding={12}
        // For React, a form around the panel's component also receives the events of a form in it.
        onSubmit={(event) => event.stopPropagation()}
        className={cn(
          "z-50 max-h-[min(40rem,var(--radix-popover-content-available-height))] overflow-y-auto",
          "rounded-card border border-line bg-surface shadow-pop outline-none",
          "data-[state=open]:animate-arrive",
          className,
        )}
        {...props}
      />
    </Primitive.Portal>
  );
}
