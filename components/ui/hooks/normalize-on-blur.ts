import type {
  FieldValues,
  Path,
  PathValue,
  UseFormRegisterReturn,
  UseFormReturn,
} from "react-hook-form";

/**
 * Registers a text field that is normalized on blur: `$4,000 ` becomes `4000`.
 * @param tidy returns null for input that it cannot parse, which is kept
 */
export function normalizeOnBlur<Form extends FieldValues, Name extends Path<Form>>(
  { register, setValue }: Pick<UseFormReturn<Form>, "register" | "setValue">,
  name: Name,
  tidy: (text: string) => PathValue<Form, Name> | null,
): UseFormRegisterReturn<Name> {
  return register(name, {
    onBlur: ({ target }: { target: HTMLInputElement }) => {
      const value = tidy(target.value);
      if (value === null || value === target.value) return;
      setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    },
  });
}
