"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { useCurrentErrors } from "@/components/ui/hooks/use-current-errors";
import { configQuery } from "@/lib/web/queries";
import { forgetDraft, isUntouched, openDraft, writeDraft } from "./draft-storage";
import type { LaunchDraft } from "./launch-form";
import { readLaunchPath } from "./launch-path";
import { createLaunchSchema, type LaunchLimits } from "./launch-rules";
import { restoreSaved, savedDrafts, saveReplaced } from "./saved-drafts";
import { useEmptyDraft } from "./use-empty-draft";

const none = () => null;

type LaunchDraftForm = {
  form: UseFormReturn<LaunchDraft>;
  limits: LaunchLimits;
  /** Clears the form. @param isUploading whether this also ends an upload */
  startOver: (isUploading: boolean) => void;
  /** Restores what `startOver` has cleared; null if that was nothing, or once the form is edited. */
  undo: (() => void) | null;
  /** A draft that "Edit launch" has replaced; `open` exchanges it with the form. */
  saved: { name: string; open: () => void } | null;
  /** Deletes the stored draft if it is the form's; the form is unchanged. */
  forget: () => void;
};

/** The wizard's form, stored in this browser until the launch is accepted. */
export function useLaunchDraft(): LaunchDraftForm {
  const { data: limits } = useQuery(configQuery());
  const empty = useEmptyDraft();
  const { marketCapUsd } = empty;
  // Not from `window.location`: the router updates it after a new page's first render.
  const query = useSearchParams();
  const [linked] = useState(() => readLaunchPath(query));
  const [initial] = useState(() => ({ ...openDraft(empty), ...linked }));
  const schema = useMemo(() => createLaunchSchema(limits), [limits]);
  const form = useForm<LaunchDraft>({
    resolver: useMemo(() => zodResolver(schema), [schema]),
    mode: "onTouched",
    defaultValues: initial,
  });
  useCurrentErrors(form, schema);
  const { subscribe, reset, getValues } = form;
  const [cleared, setCleared] = useState<LaunchDraft | null>(null);
  // Changing the step drops the link's query parameters, so store their values first.
  useEffect(() => {
    if (Object.keys(linked).length > 0) writeDraft(initial);
  }, [initial, linked]);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          writeDraft(values);
          setCleared((kept) => (kept !== null && isUntouched(values, marketCapUsd) ? kept : null));
        },
      }),
    [subscribe, marketCapUsd],
  );
  const startOver = (isUploading: boolean) => {
    const before = getValues();
    reset(empty);
    writeDraft(null);
    setCleared(isUploading || !isUntouched(before, marketCapUsd) ? before : null);
  };
  const undo =
    cleared &&
    (() => {
      reset(cleared);
      writeDraft(cleared);
      setCleared(null);
    });
  const openSaved = () => {
    const before = getValues();
    const draft = restoreSaved(() => true);
    if (draft === null) return;
    if (!isUntouched(before, marketCapUsd)) saveReplaced(before);
    reset(draft);
    writeDraft(draft);
    setCleared(null);
  };
  const all = useSyncExternalStore(savedDrafts.subscribe, savedDrafts.read, none);
  const [first] = all ?? [];
  const saved = first === undefined ? null : { name: first.name.trim(), open: openSaved };
  return { form, limits, startOver, undo, saved, forget: () => forgetDraft(getValues()) };
}
