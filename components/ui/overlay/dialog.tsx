"use client";

// biome-ignore lint/style/noRestrictedImports: the one place that uses it
import * as Radix from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { type ReactNode, type RefObject, useRef } from "react";
import { Button } from "../button";
import { cn } from "../cn";
import { keepOpenWhileComposing } from "../is-composing";

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  className?: string;
  /** Element to focus after closing; by default the previously focused one. */
  focusAfter?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
};

/** The second click of a double click may land beside a dialog that the first one has made smaller. */
const DOUBLE_CLICK_MS = 700;

/** Modal dialog: traps focus; Escape and a click on the darkened page close it. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  className,
  focusAfter,
  children,
}: DialogProps) {
  const before = useRef<HTMLElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  /** The time stamp of the last press in the dialog, or of its opening. */
  const pressedAt = useRef(0);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay
          ref={overlay}
          className="fixed inset-0 z-50 bg-black/55 backdrop-blur-[2px]"
        />
        <Radix.Content
          data-slot="dialog"
          onEscapeKeyDown={keepOpenWhileComposing}
          onPointerDownCapture={({ timeStamp }) => {
            pressedAt.current = timeStamp;
          }}
          onInteractOutside={(event) => {
            // Password managers and other extensions put their buttons above the dialog.
            const isOnOverlay = event.target === overlay.current;
            const sincePress = event.detail.originalEvent.timeStamp - pressedAt.current;
            if (!isOnOverlay || sincePress < DOUBLE_CLICK_MS) event.preventDefault();
          }}
          onOpenAutoFocus={({ timeStamp }) => {
            pressedAt.current = timeStamp;
            const { activeElement } = document;
            before.current = activeElement instanceof HTMLElement ? activeElement : null;
          }}
          onCloseAutoFocus={(event) => {
            // Radix focuses its own trigger, which these dialogs do not have.
            event.preventDefault();
            (focusAfter?.current ?? before.current)?.focus({ preventScroll: true });
          }}
          // For React, a form around the dialog's component also receives the events of a form in it.
          onSubmit={(event) => event.stopPropagation()}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
          className={cn(
            "-translate-x-1/2 -translate-y-1/2 fixed top-1/2 left-1/2 z-50 max-h-[92dvh] w-[min(32rem,calc(100vw-1.5rem))] overflow-y-auto",
            "rounded-card border border-line bg-surface p-5 shadow-pop focus:outline-none sm:p-6",
            className,
          )}
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <div>
              <Radix.Title className="font-semibold text-lg tracking-tight">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-1 text-muted text-sm">
                  {description}
                </Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Close" className="-mt-1 -mr-1">
                <X aria-hidden="true" className="size-4.5" />
              </Button>
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
