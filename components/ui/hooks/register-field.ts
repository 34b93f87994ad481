import type { KeyboardEvent, RefObject } from "react";
import type {
  FieldValues,
  Path,
  PathValue,
  RegisterOptions,
  UseFormRegisterReturn,
  UseFormReturn,
} from "react-hook-form";

type Registered<Name extends string> = UseFormRegisterReturn<Name> & { defaultValue?: string };

/**
 * Registers a field and renders its default value, so that the server's HTML has it. Otherwise the field
 * is empty until hydration, and what a user types meanwhile ends up next to the default value.
 */
export function registerWithDefault<Form extends FieldValues, Name extends Path<Form>>(
  { register, getValues }: Pick<UseFormReturn<Form>, "register" | "getValues">,
  name: Name,
  options?: RegisterOptions<Form, Name>,
): Registered<Name> {
  const value: unknown = getValues(name);
  return { ...register(name, options), ...(typeof value === "string" && { defaultValue: value }) };
}

/**
 * Registers a text field that is normalized on blur: `$4,000 ` becomes `4000`.
 * @param tidy returns null for input that it cannot parse, which is kept
 */
export function normalizeOnBlur<Form extends FieldValues, Name extends Path<Form>>(
  form: Pick<UseFormReturn<Form>, "register" | "getValues" | "setValue">,
  name: Name,
  tidy: (text: string) => PathValue<Form, Name> | null,
): Registered<Name> {
  return registerWithDefault(form, name, {
    onBlur: ({ target }: { target: HTMLInputElement }) => {
      const value = tidy(target.value);
      if (value === null || value === target.value) return;
      form.setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    },
  });
}

/** Value of a date field that lacks a part: not a date, so that the form's rules refuse it. */
const INCOMPLETE_DATE = "incomplete";

/** The part of the element that a date field reads. */
type DateElement = { validity: Pick<ValidityState, "badInput"> };

/**
 * Registers a native date field. Browsers report a date without its time as an empty value, which the
 * form would take for no date at all; it is `INCOMPLETE_DATE` instead.
 * @param element of the field
 */
export function registerDate<Form extends FieldValues, Name extends Path<Form>>(
  { getValues, register }: Pick<UseFormReturn<Form>, "getValues" | "register">,
  name: Name,
  element: RefObject<DateElement | null>,
) {
  const { ref, onChange, ...registered } = register(name, {
    setValueAs: (value: string) =>
      value === "" && element.current?.validity.badInput === true ? INCOMPLETE_DATE : value,
  });
  return {
    ...registered,
    onChange,
    ref: (mounted: DateElement | null) => {
      element.current = mounted;
      ref(mounted);
      // A new element shows nothing of an incomplete date, so the form must not refuse it either.
      if (mounted === null || mounted.validity.badInput) return;
      if (String(getValues(name)) === INCOMPLETE_DATE) {
        void onChange({ type: "change", target: mounted });
      }
    },
    // A part that is missing changes no value, so the browser reports no change. Enter submits without a blur.
    onKeyDown: ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
      if (key === "Enter") void onChange({ type: "change", target: currentTarget });
    },
  };
}
