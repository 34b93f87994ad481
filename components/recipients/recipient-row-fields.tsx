"use client";

import { X } from "lucide-react";
import { useId } from "react";
import { useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Note } from "@/components/ui/field";
import { normalizeOnBlur } from "@/components/ui/hooks/register-field";
import { Input, Select } from "@/components/ui/input";
import { IDENTITY_TYPES } from "@/lib/shared/identity";
import { formatExact } from "@/lib/web/format/format-decimal";
import { formatPercent, tidyPercent } from "@/lib/web/format/percent";
import { cleanIdentityInput } from "./clean-identity-input";
import { EARNER_COLORS } from "./earner-colors";
import { IDENTITY_LABELS } from "./identity-fields";
import type { RecipientRow } from "./parse-recipients";

/** Form fields of a split. */
export type SplitForm = { splitMode: "equal" | "custom"; recipients: RecipientRow[] };

type RecipientRowFieldsProps = {
  index: number;
  share: number | null;
  isCustom: boolean;
  onRemove: () => void;
};

/** One recipient of a split: identity type, identity and share. */
export function RecipientRowFields({ index, share, isCustom, onRemove }: RecipientRowFieldsProps) {
  const { formState } = useFormContext<SplitForm>();
  const issues = formState.errors.recipients?.[index];
  const label = `Recipient ${index + 1}`;
  const noteId = useId();
  const described = (field: "id" | "share") =>
    issues?.[field] === undefined
      ? {}
      : { "aria-invalid": true, "aria-describedby": `${noteId}-${field}` };
  return (
    <li className="min-w-0">
      <div className="grid grid-cols-[0.5rem_7.5rem_minmax(0,1fr)_2.25rem] items-center gap-2 sm:grid-cols-[0.5rem_8rem_minmax(0,1fr)_7rem_2.25rem]">
        <span
          aria-hidden="true"
          className="h-8 w-1.5 rounded-full"
          style={{ background: EARNER_COLORS[index % EARNER_COLORS.length] }}
        />
        <TypeSelect index={index} label={label} />
        <IdentityInput index={index} label={label} described={described("id")} />
        <ShareField
          index={index}
          share={share}
          label={label}
          isCustom={isCustom}
          described={described("share")}
        />
        <Button
          variant="ghost"
          size="icon"
          data-remove
          aria-label={`Remove ${label}`}
          onClick={onRemove}
        >
          <X aria-hidden="true" className="size-4" />
        </Button>
      </div>
      {(["id", "share"] as const).map((field) => (
        <IssueNote key={field} id={`${noteId}-${field}`} message={issues?.[field]?.message} />
      ))}
    </li>
  );
}

function TypeSelect({ index, label }: { index: number; label: string }) {
  const { register } = useFormContext<SplitForm>();
  return (
    <Select aria-label={`${label}: type`} {...register(`recipients.${index}.type`)}>
      {IDENTITY_TYPES.map((one) => (
        <option key={one} value={one}>
          {IDENTITY_LABELS[one].title}
        </option>
      ))}
    </Select>
  );
}

function IssueNote({ id, message }: { id: string; message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <div className="pl-4">
      <Note id={id} isError>
        {message}
      </Note>
    </div>
  );
}

function IdentityInput({
  index,
  label,
  described,
}: {
  index: number;
  label: string;
  described: object;
}) {
  const form = useFormContext<SplitForm>();
  const type = form.watch(`recipients.${index}.type`);
  const { title, placeholder, inputMode } = IDENTITY_LABELS[type];
  return (
    <Input
      aria-label={`${label}: ${title}`}
      {...described}
      placeholder={placeholder}
      inputMode={inputMode}
      spellCheck={false}
      autoCapitalize="none"
      {...normalizeOnBlur(form, `recipients.${index}.id`, (text) => cleanIdentityInput(type, text))}
      className={type === "wallet" ? "font-mono sm:text-xs" : ""}
    />
  );
}

function ShareField({
  index,
  share,
  label,
  isCustom,
  described,
}: {
  index: number;
  /** Micro-percent; null when invalid. */
  share: number | null;
  label: string;
  isCustom: boolean;
  described: { "aria-invalid"?: boolean; "aria-describedby"?: string };
}) {
  const form = useFormContext<SplitForm>();
  return (
    <div className="relative order-last col-span-2 col-start-3 sm:order-none sm:col-span-1 sm:col-start-auto">
      {isCustom ? (
        <Input
          aria-label={`${label}: share in percent`}
          {...described}
          inputMode="decimal"
          placeholder="0"
          {...normalizeOnBlur(form, `recipients.${index}.share`, (text) => tidyPercent(text, 5))}
          className="nums pr-7 text-right"
        />
      ) : (
        <output className="nums block h-11 pt-3 pr-7 text-right text-muted text-sm">
          {share === null ? "–" : formatExact(formatPercent(share, 5))}
        </output>
      )}
      <span
        aria-hidden="true"
        className="-translate-y-1/2 absolute top-1/2 right-2.5 text-faint text-sm"
      >
        %
      </span>
    </div>
  );
}
