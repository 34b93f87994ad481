"use client";

import { type ComponentProps, type ReactNode, useId, useState } from "react";
import type { z } from "zod";
import { Button } from "@/components/ui/button";
import type { AdminAction } from "@/lib/operations/admin-action";
import { ActionDialog } from "./action-dialog";
import { useHasRole } from "./use-admin";

/**
 * A button that opens the dialog of an action; nothing for a role that may not run it.
 * @param unavailable why the action is not possible now; the button is disabled and shows the
 * reason
 */
export function ActionButton<Input extends z.ZodType>({
  action,
  label,
  name,
  unavailable = null,
  onOpen,
  variant,
  ...dialog
}: Omit<ComponentProps<typeof ActionDialog<Input>>, "onClose"> & {
  label: string;
  /** The name for screen readers, where several buttons have the same label. */
  name?: string;
  unavailable?: string | null;
  /** Called before the dialog opens, for its fields. */
  onOpen?: () => void;
  variant?: ComponentProps<typeof Button>["variant"];
  action: AdminAction<Input>;
  children?: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const noteId = useId();
  const isAllowed = useHasRole(action.role);
  if (!isAllowed) return null;
  return (
    <>
      <Button
        size="small"
        {...(variant && { variant })}
        {...(name === undefined ? {} : { "aria-label": name })}
        {...(unavailable === null ? {} : { "aria-describedby": noteId })}
        disabled={unavailable !== null}
        onClick={() => {
          onOpen?.();
          setOpen(true);
        }}
      >
        {label}
      </Button>
      {unavailable !== null && (
        <span id={noteId} className="text-faint text-xs">
          {unavailable}
        </span>
      )}
      {isOpen && <ActionDialog action={action} {...dialog} onClose={() => setOpen(false)} />}
    </>
  );
}
