import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cn } from "./cn";

/** Attributes of a control inside a field. */
export type FieldControl = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

/**
 * Labeled control with hint and error. Always reserves one line below, so that an error shifts
 * nothing.
 */
export function Field({
  label,
  hint,
  aside,
  error,
  optional = false,
  className,
  children,
}: {
  label: string;
  hint?: ReactNode;
  /** Shown at the end of the label: a count or a unit. */
  aside?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error === undefined ? hint : sentence(label, error);
  return (
    <div data-slot="field" className={cn("min-w-0", className)}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium text-sm">
          {label}
          {optional && (
            <>
              {" "}
              <span className="ml-1.5 font-normal text-faint">optional</span>
            </>
          )}
        </label>
        {aside !== undefined && <span className="nums text-faint text-xs">{aside}</span>}
      </div>
      {children({
        id,
        "aria-describedby": note === undefined ? undefined : noteId,
        "aria-invalid": error === undefined ? undefined : true,
      })}
      <Note id={noteId} isError={error !== undefined}>
        {note}
      </Note>
    </div>
  );
}

/** Line below a control; keeps its height when empty. */
export function Note({
  id,
  isError,
  children,
}: {
  id?: string;
  isError: boolean;
  children: ReactNode;
}) {
  return (
    <p
      id={id}
      role={isError ? "alert" : undefined}
      className={cn(
        "mt-1.5 flex min-h-4.5 items-start gap-1.5 text-xs leading-4.5",
        isError ? "text-danger" : "text-faint",
      )}
    >
      {isError && <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />}
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}

/** Validation messages have no subject (`must be …`); the label is the subject. */
export function sentence(label: string, message: string): string {
  return /^(must|may|is|has|can)\b/.test(message) ? `${label} ${message}` : message;
}
