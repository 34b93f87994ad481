"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { configQuery } from "@/lib/client/queries";
import { DRAFT_KEY } from "./draft-key";
import { EMPTY_DRAFT, type LaunchDraft, launchDraft } from "./launch-form";
import { readLaunchPath } from "./launch-path";
import { type LaunchLimits, launchFormFor } from "./launch-rules";

type LaunchDraftForm = {
  form: UseFormReturn<LaunchDraft>;
  limits: LaunchLimits;
  /** Empties the form. */
  startOver: () => void;
  /** Keeps nothing of the draft in this browser; the form stays as it is. */
  forget: () => void;
};

/** The wizard's form. What is typed is kept in this browser until the launch is accepted. */
export function useLaunchDraft(): LaunchDraftForm {
  const { data: limits } = useQuery(configQuery());
  const [initial] = useState(() => ({ ...readDraft(), ...linkedFields() }));
  const form = useForm<LaunchDraft>({
    resolver: useMemo(() => zodResolver(launchFormFor(limits)), [limits]),
    mode: "onTouched",
    defaultValues: initial,
  });
  const { subscribe, reset } = form;
  // Steps change the address, so store what a link set before the first one does.
  useEffect(() => {
    if (Object.keys(linkedFields()).length > 0) writeDraft(initial);
  }, [initial]);
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => writeDraft(values) }),
    [subscribe],
  );
  const startOver = () => {
    reset(EMPTY_DRAFT);
    writeDraft(null);
  };
  return { form, limits, startOver, forget: () => writeDraft(null) };
}

/** The fields that the page's address sets: a link to the wizard names a chain or a manager. */
function linkedFields(): Partial<LaunchDraft> {
  return readLaunchPath(new URLSearchParams(window.location.search));
}

/** The kept draft; an empty one when there is none, or when an older version wrote it otherwise. */
function readDraft(): LaunchDraft {
  try {
    const parsed = launchDraft.safeParse(JSON.parse(localStorage.getItem(DRAFT_KEY) ?? "null"));
    return parsed.success ? parsed.data : EMPTY_DRAFT;
  } catch {
    return EMPTY_DRAFT;
  }
}

/** Browsers may refuse storage (private windows): the wizard works without it. */
function writeDraft(draft: LaunchDraft | null): void {
  try {
    if (draft === null) localStorage.removeItem(DRAFT_KEY);
    else localStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
  } catch {
    return;
  }
}
