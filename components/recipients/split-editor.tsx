"use client";

import { ClipboardPaste, Equal, Plus } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import {
  type FieldErrors,
  type UseFieldArrayReturn,
  useFieldArray,
  useFormContext,
} from "react-hook-form";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Note } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { RECIPIENTS_MAX, SPLIT_TOTAL } from "@/lib/features/managers/rules/fee-split";
import { formatExact } from "@/lib/web/format/format-decimal";
import { formatPercent } from "@/lib/web/format/percent";
import { PasteRecipients } from "./paste-recipients";
import { RecipientRowFields, type SplitForm } from "./recipient-row-fields";
import { getShares, splitEqually, withCustomShares } from "./split-draft";
import { SplitPie } from "./split-pie";

const SPLIT_MODES = [
  { value: "equal", title: "Equal shares" },
  { value: "custom", title: "Custom shares" },
] as const;

/** Editor for up to 100 recipients with equal or custom shares. Shows the sum live. */
export function SplitEditor() {
  const form = useFormContext<SplitForm>();
  const rows = useFieldArray({ control: form.control, name: "recipients" });
  const [isPasting, setPasting] = useState(false);
  const list = useFocusAfterRemoval();
  const noteId = useId();
  const { splitMode, recipients } = form.watch();
  const shares = getShares({ splitMode, recipients });
  const setMode = (mode: SplitForm["splitMode"]) => {
    form.setValue("splitMode", mode, { shouldDirty: true });
    if (mode === "custom") form.setValue("recipients", withCustomShares(recipients));
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
      <SplitHeader shares={shares} mode={splitMode} onMode={setMode}>
        <ListButtons rows={rows} onPaste={() => setPasting(true)} />
      </SplitHeader>
      {rows.fields.length > 0 && (
        <ol aria-label="Recipients" className="grid gap-2">
          {rows.fields.map((row, index) => (
            <RecipientRowFields
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

function ListButtons({
  rows,
  onPaste,
}: {
  rows: UseFieldArrayReturn<SplitForm, "recipients">;
  onPaste: () => void;
}) {
  const { splitMode, recipients } = useFormContext<SplitForm>().watch();
  return (
    <>
      <Button
        size="small"
        data-add
        disabled={recipients.length >= RECIPIENTS_MAX}
        onClick={() => rows.append({ type: "wallet", id: "", share: "" })}
      >
        <Plus aria-hidden="true" className="size-3.5" />
        Add recipient
      </Button>
      <Button size="small" onClick={onPaste}>
        <ClipboardPaste aria-hidden="true" className="size-3.5" />
        Paste list
      </Button>
      {splitMode === "custom" && recipients.length > 1 && (
        <Button size="small" onClick={() => rows.replace(splitEqually(recipients))}>
          <Equal aria-hidden="true" className="size-3.5" />
          Split equally
        </Button>
      )}
    </>
  );
}

/** The shares as a pie, how they are set, their sum, and the buttons of the list. */
function SplitHeader({
  shares,
  mode,
  onMode,
  children,
}: {
  shares: ReturnType<typeof getShares>;
  mode: SplitForm["splitMode"];
  onMode: (mode: SplitForm["splitMode"]) => void;
  children: ReactNode;
}) {
  const sum = shares.reduce<number | null>(
    (total, share) => (total === null || share === null ? null : total + share),
    0,
  );
  return (
    <div className="flex flex-wrap items-center gap-5">
      <SplitPie shares={shares} sum={sum} />
      <div className="grid min-w-56 flex-1 gap-3">
        <Segmented
          label="Shares"
          name="splitMode"
          value={mode}
          options={SPLIT_MODES}
          onChoose={onMode}
        />
        <SumLine sum={sum} count={shares.length} />
        <div className="flex flex-wrap gap-2">{children}</div>
      </div>
    </div>
  );
}

function SumLine({ sum, count }: { sum: number | null; count: number }) {
  const text =
    count === 0
      ? "No recipients yet."
      : sum === null
        ? "A share is invalid."
        : sum === SPLIT_TOTAL
          ? "Total: 100%"
          : sum < SPLIT_TOTAL
            ? `${formatExact(formatPercent(SPLIT_TOTAL - sum, 5))}% unassigned`
            : `${formatExact(formatPercent(sum - SPLIT_TOTAL, 5))}% over 100%`;
  const isRight = count === 0 || sum === SPLIT_TOTAL;
  return (
    <p role="status" className={cn("nums text-sm", isRight ? "text-muted" : "text-danger")}>
      {text}
    </p>
  );
}

/** Shows issues of the whole list: empty, too long, or a wrong sum. */
function ListNote({ id, errors }: { id: string; errors: FieldErrors<SplitForm> }) {
  const message = errors.recipients?.root?.message ?? errors.recipients?.message;
  return message === undefined ? null : (
    <Note id={id} isError>
      {message}
    </Note>
  );
}

/** Moves focus after a row and its button are removed: to the next row's button, or to "Add". */
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
