"use client";

import { ClipboardPaste, Equal, Plus, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { type FieldErrors, useFieldArray, useFormContext } from "react-hook-form";
import { equalise, sharesOf } from "@/components/launch/form/launch-form";
import { EARNER_COLORS } from "@/components/launch/steps/fee-flow-diagram";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Note } from "@/components/ui/field";
import { tidyOnBlur } from "@/components/ui/hooks/normalize-on-blur";
import { Input, Select } from "@/components/ui/input";
import { formatExact } from "@/lib/client/format-decimal";
import { formatPercent, tidyPercent } from "@/lib/client/percent";
import { RECIPIENTS_MAX, SPLIT_TOTAL } from "@/lib/domain/fee-split";
import { IDENTITY_TYPES } from "@/lib/domain/identity";
import { IDENTITY_WORDS } from "./identity-fields";
import { tidyIdentity } from "./normalize-identity";
import type { RecipientRow } from "./parse-recipients";
import { PasteRecipients } from "./paste-recipients";
import { SplitPie } from "./split-pie";

/** The part of a form that a split is edited in. */
export type SplitForm = { splitMode: "equal" | "custom"; recipients: RecipientRow[] };

/** Up to 100 people with equal or own shares, the sum shown as it is typed. */
export function SplitEditor() {
  const form = useFormContext<SplitForm>();
  const rows = useFieldArray({ control: form.control, name: "recipients" });
  const [isPasting, setPasting] = useState(false);
  const list = useFocusAfterRemoval();
  const noteId = useId();
  const { splitMode, recipients } = form.watch();
  const shares = sharesOf({ splitMode, recipients });
  const sum = shares.reduce<number | null>(
    (total, share) => (total === null || share === null ? null : total + share),
    0,
  );
  const isFull = recipients.length >= RECIPIENTS_MAX;
  const setMode = (mode: SplitForm["splitMode"]) => {
    form.setValue("splitMode", mode, { shouldDirty: true });
    if (mode === "custom") form.setValue("recipients", equalise(recipients));
  };
  return (
    <fieldset
      data-slot="split-editor"
      data-field="recipients"
      aria-label="Recipients and shares"
      aria-describedby={noteId}
      ref={list.root}
      className="grid min-w-0 gap-4"
    >
      <div className="flex flex-wrap items-center gap-5">
        <SplitPie shares={shares} sum={sum} />
        <div className="grid min-w-56 flex-1 gap-3">
          <SplitModes mode={splitMode} onChoose={setMode} />
          <SumLine sum={sum} count={recipients.length} />
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              data-add
              disabled={isFull}
              onClick={() => rows.append({ type: "wallet", id: "", share: "" })}
            >
              <Plus aria-hidden="true" className="size-3.5" />
              Add a person
            </Button>
            <Button size="small" onClick={() => setPasting(true)}>
              <ClipboardPaste aria-hidden="true" className="size-3.5" />
              Paste a list
            </Button>
            {splitMode === "custom" && recipients.length > 1 && (
              <Button size="small" onClick={() => rows.replace(equalise(recipients))}>
                <Equal aria-hidden="true" className="size-3.5" />
                Equalise
              </Button>
            )}
          </div>
        </div>
      </div>
      {rows.fields.length > 0 && (
        <ol aria-label="Recipients" className="grid gap-2">
          {rows.fields.map((row, index) => (
            <RecipientFields
              key={row.id}
              index={index}
              share={shares[index] ?? null}
              isCustom={splitMode === "custom"}
              onRemove={() => {
                rows.remove(index);
                list.removed(index);
              }}
            />
          ))}
        </ol>
      )}
      <ListNote id={noteId} errors={form.formState.errors} />
      <PasteRecipients
        open={isPasting}
        onClose={() => setPasting(false)}
        room={RECIPIENTS_MAX - recipients.length}
        onAdd={(added) => {
          rows.append(added, { shouldFocus: false });
          if (added.some(({ share }) => share !== "")) form.setValue("splitMode", "custom");
          setPasting(false);
        }}
      />
    </fieldset>
  );
}

function SplitModes({
  mode,
  onChoose,
}: {
  mode: SplitForm["splitMode"];
  onChoose: (mode: SplitForm["splitMode"]) => void;
}) {
  return (
    <fieldset className="inline-flex w-fit gap-1 rounded-control bg-raised p-1">
      <legend className="sr-only">Shares</legend>
      {(["equal", "custom"] as const).map((value) => (
        <label
          key={value}
          className={cn(
            "cursor-pointer rounded-md px-3 py-1.5 font-medium text-muted text-sm",
            "has-checked:bg-surface has-checked:text-ink has-checked:shadow-card",
            "has-focus-visible:outline-2 has-focus-visible:outline-accent-text",
          )}
        >
          <input
            type="radio"
            name="splitMode"
            className="sr-only"
            checked={mode === value}
            onChange={() => onChoose(value)}
          />
          {value === "equal" ? "Equal shares" : "Own shares"}
        </label>
      ))}
    </fieldset>
  );
}

function SumLine({ sum, count }: { sum: number | null; count: number }) {
  const text =
    count === 0
      ? "Nobody yet. Add the first person."
      : sum === null
        ? "A share can’t be read."
        : sum === SPLIT_TOTAL
          ? "Sums to exactly 100%."
          : sum < SPLIT_TOTAL
            ? `${formatExact(formatPercent(SPLIT_TOTAL - sum, 5))}% left to give.`
            : `${formatExact(formatPercent(sum - SPLIT_TOTAL, 5))}% too much.`;
  const isRight = count === 0 || sum === SPLIT_TOTAL;
  return (
    <p role="status" className={cn("nums text-sm", isRight ? "text-muted" : "text-danger")}>
      {text}
    </p>
  );
}

function RecipientFields({
  index,
  share,
  isCustom,
  onRemove,
}: {
  index: number;
  share: number | null;
  isCustom: boolean;
  onRemove: () => void;
}) {
  const form = useFormContext<SplitForm>();
  const { register, watch, formState } = form;
  const type = watch(`recipients.${index}.type`);
  const mistakes = formState.errors.recipients?.[index];
  const label = `Recipient ${index + 1}`;
  const noteId = useId();
  const described = (field: "id" | "share") =>
    mistakes?.[field] === undefined
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
        <Select aria-label={`${label}: kind`} {...register(`recipients.${index}.type`)}>
          {IDENTITY_TYPES.map((one) => (
            <option key={one} value={one}>
              {IDENTITY_WORDS[one].title}
            </option>
          ))}
        </Select>
        <Input
          aria-label={`${label}: ${IDENTITY_WORDS[type].title}`}
          {...described("id")}
          placeholder={IDENTITY_WORDS[type].placeholder}
          inputMode={IDENTITY_WORDS[type].inputMode}
          spellCheck={false}
          autoCapitalize="none"
          {...tidyOnBlur(form, `recipients.${index}.id`, (text) => tidyIdentity(type, text))}
          className={type === "wallet" ? "font-mono sm:text-xs" : ""}
        />
        <div className="relative order-last col-span-2 col-start-3 sm:order-none sm:col-span-1 sm:col-start-auto">
          {isCustom ? (
            <Input
              aria-label={`${label}: share in percent`}
              {...described("share")}
              inputMode="decimal"
              placeholder="0"
              {...tidyOnBlur(form, `recipients.${index}.share`, (text) => tidyPercent(text, 5))}
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
      {(["id", "share"] as const).map((field) =>
        mistakes?.[field] === undefined ? null : (
          <div key={field} className="pl-4">
            <Note id={`${noteId}-${field}`} isError>
              {mistakes[field].message}
            </Note>
          </div>
        ),
      )}
    </li>
  );
}

/** What is wrong with the list as a whole: empty, too long, duplicates, a wrong sum. */
function ListNote({ id, errors }: { id: string; errors: FieldErrors<SplitForm> }) {
  const message = errors.recipients?.root?.message ?? errors.recipients?.message;
  return message === undefined ? null : (
    <Note id={id} isError>
      {message}
    </Note>
  );
}

/** The button that was pressed is gone with its row: focus goes to the next row's, or to "Add". */
function useFocusAfterRemoval() {
  const root = useRef<HTMLFieldSetElement>(null);
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => {
    if (at === null) return;
    const buttons = root.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [];
    const next = buttons[Math.min(at, buttons.length - 1)];
    (next ?? root.current?.querySelector<HTMLElement>("[data-add]"))?.focus();
    setAt(null);
  }, [at]);
  return { root, removed: setAt };
}
