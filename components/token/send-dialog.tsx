"use client";

import type { FormEvent, ReactNode } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Spinner } from "@/components/ui/spinner";
import { codePointLength } from "@/lib/shared/text/text";

/** The problem of each field of a form. */
export type Fields = Record<string, string | undefined>;

/** Renders the problems of a form and focuses the first wrong field, which may be scrolled away. */
export function showProblems(
  { currentTarget }: FormEvent<HTMLFormElement>,
  render: () => void,
): void {
  flushSync(render);
  currentTarget.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}

/** Browsers truncate a pasted text without notice, so the schema limits it instead. */
function countOf(text: string, max: number): string {
  return `${codePointLength(text.trim())} / ${max}`;
}

/** The first problem of each field. */
export function problemsOf(
  issues: readonly { path: PropertyKey[]; message: string }[] | undefined,
): Fields {
  return Object.fromEntries(
    (issues ?? []).map(({ path, message }) => [String(path[0] ?? ""), message]).reverse(),
  );
}

/** The sender's text for the moderators. */
export function DetailsField({
  label,
  optional = false,
  value,
  lengthMax,
  error,
  onChange,
}: {
  label: string;
  optional?: boolean;
  value: string;
  lengthMax: number;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label} optional={optional} aside={countOf(value, lengthMax)} error={error}>
      {(control) => (
        <Textarea
          {...control}
          value={value}
          className="max-h-48"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Address for the moderators' reply. */
export function EmailField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <Field label="Email" optional hint="Only if you want a reply." error={error}>
      {(control) => (
        <Input
          {...control}
          type="email"
          autoComplete="email"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** The error of the request, and the buttons that end the dialog. */
export function Buttons({
  verb,
  error,
  isPending,
  onClose,
}: {
  verb: string;
  error: Error | null;
  isPending: boolean;
  onClose: () => void;
}) {
  return (
    <>
      {error !== null && (
        <p role="alert" className="text-danger text-sm">
          {error.message}
        </p>
      )}
      <div className="mt-1 flex justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" disabled={isPending}>
          {isPending && <Spinner />}
          {verb}
        </Button>
      </div>
    </>
  );
}

/** One dialog for the form and its confirmation, so that focus returns to where it was opened. */
export function SendDialog({
  what,
  description,
  isRepeated,
  onClose,
  children,
}: {
  what: "Report" | "Appeal";
  description: string;
  /** Undefined until it is sent. */
  isRepeated: boolean | undefined;
  onClose: () => void;
  children: ReactNode;
}) {
  const name = what.toLowerCase();
  const isSent = isRepeated !== undefined;
  return (
    <Dialog open onClose={onClose} title={what} {...(isSent ? {} : { description })}>
      {isSent ? (
        <>
          <p role="status" className="text-sm">
            {isRepeated
              ? `You have already sent this ${name}. It counts once.`
              : `Thank you. The moderators have received your ${name}.`}
          </p>
          <div className="mt-4 flex justify-end">
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </div>
        </>
      ) : (
        children
      )}
    </Dialog>
  );
}
