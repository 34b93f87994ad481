"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { DRAFT_KEY } from "./draft-key";
import { EMPTY_DRAFT, type LaunchDraft, launchDraft, launchForm } from "./launch-form";

/** The wizard's form. What is typed is kept in this browser until the launch is accepted. */
export function useLaunchDraft(): UseFormReturn<LaunchDraft> & { clear: () => void } {
  const form = useForm<LaunchDraft>({
    resolver: zodResolver(launchForm),
    mode: "onTouched",
    defaultValues: readDraft(),
  });
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => writeDraft(values) }),
    [subscribe],
  );
  const clear = () => {
    form.reset(EMPTY_DRAFT);
    writeDraft(null);
  };
  return { ...form, clear };
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
