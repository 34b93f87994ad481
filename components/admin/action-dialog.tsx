"use client";

import { ApiError } from "@slipway-launchpad/client";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import type { z } from "zod";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { Textarea } from "@/components/ui/input";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Spinner } from "@/components/ui/spinner";
import { reason as reasonRule } from "@/lib/features/admin/schema";
import type { AdminAction } from "@/lib/operations/admin-action";
import { ADMIN_KEY, adminSessionQuery, sendAdminAction } from "@/lib/web/admin/admin-queries";

/**
 * Prompts for the reason of an action and runs it. `children` are further fields; their values are
 * part of `input`.
 */
export function ActionDialog<Input extends z.ZodType>({
  action,
  input,
  title,
  description,
  verb,
  onClose,
  children,
}: {
  action: AdminAction<Input>;
  /** Null while the fields are not valid. */
  input: z.input<Input> | null;
  title: string;
  description: string;
  /** The text of the button. */
  verb: string;
  onClose: () => void;
  children?: ReactNode;
}) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending, error, reset } = useSoleMutation({
    mutationFn: async (text: string) => {
      if (input !== null) await sendAdminAction(action, input, text);
    },
    onSuccess: onClose,
    // Also after an error: someone else may have changed the same thing.
    onSettled: async (_data, thrown) => {
      await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY] });
      const isRefused = thrown instanceof ApiError && [401, 403].includes(thrown.status);
      if (isRefused) await queryClient.invalidateQueries(adminSessionQuery());
    },
  });
  // After this dialog is closed, its answer must not close another one.
  useEffect(() => reset, [reset]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = reasonRule.safeParse(reason);
    setProblem(parsed.success ? undefined : (parsed.error.issues[0]?.message ?? "is required"));
    if (parsed.success && input !== null) mutate(parsed.data);
  };
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      <form onSubmit={submit} noValidate className="grid gap-2">
        {children}
        <Field label="Reason" hint="Stored in the audit log." error={problem ?? error?.message}>
          {(control) => (
            <Textarea
              {...control}
              value={reason}
              maxLength={500}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <div className="mt-1 flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" disabled={isPending || input === null}>
            {isPending && <Spinner />}
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
