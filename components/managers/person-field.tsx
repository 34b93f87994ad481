"use client";

import { type Control, Controller, type FieldPath, type FieldValues } from "react-hook-form";
import { useTypedIds } from "@/components/identity/use-typed-ids";
import { IDENTITY_LABELS, IdentityField } from "@/components/recipients/identity-fields";
import { RadioCards } from "@/components/ui/radio-cards";
import { IDENTITY_TYPES, type IdentityType } from "@/lib/shared/identity";

type Person = { type: IdentityType; id: string };

/** Input for a user as one of the four identity types. */
export function PersonField<Form extends FieldValues>({
  control,
  name,
  legend,
}: {
  control: Control<Form>;
  name: FieldPath<Form>;
  legend: string;
}) {
  const withType = useTypedIds<IdentityType>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => {
        const value: Person = field.value;
        const issue: unknown = fieldState.error;
        return (
          <div className="grid gap-3">
            <RadioCards
              legend={legend}
              name={`${name}-type`}
              value={value.type}
              options={IDENTITY_TYPES.map((type) => ({
                value: type,
                title: IDENTITY_LABELS[type].title,
              }))}
              onChoose={(type) => field.onChange(withType(value, type))}
              className="grid-cols-2 sm:grid-cols-4"
            />
            <IdentityField
              type={value.type}
              name={`${name}.id`}
              inputRef={field.ref}
              value={value.id}
              error={idMessage(issue)}
              onChange={(id) => field.onChange({ ...value, id })}
              onBlur={field.onBlur}
            />
          </div>
        );
      }}
    />
  );
}

/** The message at `id` of an error that may apply to the whole identity. */
function idMessage(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const inner: unknown = "id" in error ? error.id : error;
  if (typeof inner !== "object" || inner === null || !("message" in inner)) return undefined;
  return typeof inner.message === "string" ? inner.message : undefined;
}
