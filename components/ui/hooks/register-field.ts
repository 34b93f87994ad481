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
