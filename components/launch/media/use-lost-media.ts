"use client";

import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { LaunchDraft, LaunchMedia } from "@/components/launch/form/launch-form";
import type { FormIssue } from "@/components/ui/hooks/focus-first-issue";
import { lostImageQuery, lostVideoQuery } from "@/lib/web/launch-queries";
import { LOST_IMAGE, LOST_VIDEO } from "./media-issues";

/**
 * Removes an image or video from the draft that the launchpad no longer has: it deletes uploads that
 * no launch uses, the operator removes others, and a draft can be older.
 * @returns the issue until another image or video is chosen, and `clear` for a new draft
 */
export function useLostMedia({
  watch,
  setValue,
}: Pick<UseFormReturn<LaunchDraft>, "watch" | "setValue">): {
  issue: FormIssue | null;
  clear: () => void;
} {
  const media = watch("media");
  const isEmpty = media === null;
  const { data } = useQuery({ ...lostQuery(media ?? NOTHING), enabled: !isEmpty });
  const found = !isEmpty && data === true ? lostIssue(media) : null;
  const [lost, setLost] = useState<FormIssue | null>(null);
  useEffect(() => {
    if (isEmpty) return;
    setLost(found);
    if (found !== null) setValue("media", null, { shouldDirty: true });
  }, [isEmpty, found, setValue]);
  return { issue: isEmpty ? lost : null, clear: () => setLost(null) };
}

/**
 * Checks the image or video of a draft that is about to be launched. Without an answer nothing is known
 * to be wrong with it; the request of the launch then reports the connection.
 * @throws Error with a message for users if the launchpad no longer has it
 */
export async function requireMedia(
  queries: QueryClient,
  { media }: Pick<LaunchDraft, "media">,
): Promise<void> {
  if (media === null) return;
  const isLost = await queries.fetchQuery({ ...lostQuery(media), staleTime: 0 }).catch(() => false);
  if (isLost) throw new Error(lostIssue(media).message);
}

/** Placeholder for no media; its query is disabled. */
const NOTHING: LaunchMedia = { kind: "image", cid: "", name: "" };

function lostQuery(media: LaunchMedia) {
  return media.kind === "image" ? lostImageQuery(media.cid) : lostVideoQuery(media.uid);
}

function lostIssue({ kind }: LaunchMedia): FormIssue {
  return kind === "image" ? LOST_IMAGE : LOST_VIDEO;
}
