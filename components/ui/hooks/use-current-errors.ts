import { useEffect } from "react";
import { type FieldValues, get, type Path, type UseFormReturn } from "react-hook-form";
import type { z } from "zod";

type ErrorsOf<Form extends FieldValues> = Pick<UseFormReturn<Form>, "clearErrors" | "setError">;
type WatchedErrors<Form extends FieldValues> = ErrorsOf<Form> &
  Pick<UseFormReturn<Form>, "subscribe">;
type Shown = { name: string; message: string };

/**
 * Updates the shown errors of a form with each change of its values. React Hook Form checks only the changed
 * field, and an error can depend on several: shares that do not add up are right once they are equal. Adds no
 * error to a field without one.
 */
export function useCurrentErrors<Form extends FieldValues>(
  form: WatchedErrors<Form>,
  schema: z.ZodType,
): void {
  const { subscribe, clearErrors, setError } = form;
  useEffect(
    () => keepErrorsCurrent({ subscribe, clearErrors, setError }, schema),
    [subscribe, clearErrors, setError, schema],
  );
}

/** `useCurrentErrors` until the returned function is called. */
export function keepErrorsCurrent<Form extends FieldValues>(
  form: WatchedErrors<Form>,
  schema: z.ZodType,
): () => void {
  // Each update is reported as well.
  let isUpdating = false;
  return form.subscribe({
    formState: { values: true },
    callback: ({ values, errors }) => {
      if (isUpdating) return;
      isUpdating = true;
      updateErrors(form, schema, { values, errors });
      isUpdating = false;
    },
  });
}

function updateErrors<Form extends FieldValues>(
  { clearErrors, setError }: ErrorsOf<Form>,
  schema: z.ZodType,
  { values, errors }: { values: Form; errors: unknown },
): void {
  const shown = shownErrors(errors);
  if (shown.length === 0) return;
  const current = new Map<string, string>();
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    const name = path.join(".");
    if (!current.has(name)) current.set(name, message);
  }
  const stale = shown.filter(({ name, message }) => current.get(name) !== message);
  for (const { name } of stale) if (isFieldOf(values, name)) clearErrors(name);
  for (const { name } of shown) {
    const message = current.get(name);
    // An error of a list is removed together with those of its rows.
    const isRemoved = stale.some((one) => name === one.name || name.startsWith(`${one.name}.`));
    if (message === undefined || !isRemoved || !isFieldOf(values, name)) continue;
    setError(name, { type: "custom", message });
  }
}

/** The errors in a tree of React Hook Form; that of a whole list has the name of the list. */
function shownErrors(node: unknown, name = ""): Shown[] {
  if (typeof node !== "object" || node === null) return [];
  const own = "message" in node && typeof node.message === "string" ? [node.message] : [];
  const inner = Object.entries(node).filter(([key]) => key !== "ref" && key !== "types");
  return [
    ...own.map((message) => ({ name, message })),
    ...inner.flatMap(([key, value]) =>
      shownErrors(value, key === "root" ? name : name === "" ? key : `${name}.${key}`),
    ),
  ];
}

function isFieldOf<Form extends FieldValues>(values: Form, name: string): name is Path<Form> {
  return get(values, name) !== undefined;
}
