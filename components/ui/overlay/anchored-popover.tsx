"use client";

import type { ComponentProps, RefObject } from "react";
import { Popover, PopoverAnchor, PopoverContent } from "./popover";

const NOWHERE = { getBoundingClientRect: () => new DOMRect() };

/**
 * A panel next to a button of another module, so that the panel's code can load when the button is
 * pressed for the first time. The button toggles `open`; focus returns to it.
 */
export function AnchoredPopover({
  anchor,
  open = true,
  onClose,
  ...content
}: ComponentProps<typeof PopoverContent> & {
  anchor: RefObject<HTMLButtonElement | null>;
  open?: boolean;
  onClose: () => void;
}) {
  return (
    <Popover open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <PopoverAnchor virtualRef={{ current: anchor.current ?? NOWHERE }} />
      <PopoverContent
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          anchor.current?.focus();
        }}
        onInteractOutside={(event) => {
          // The button toggles the panel itself; closing it here would reopen it.
          const { target } = event;
          if (target instanceof Node && anchor.current?.contains(target)) event.preventDefault();
        }}
        {...content}
      />
    </Popover>
  );
}
