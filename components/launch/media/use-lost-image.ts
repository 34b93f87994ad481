"use client";

import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { LaunchDraft } from "@/components/launch/form/launch-form";
import type { FormIssue } from "@/components/ui/hooks/focus-first-issue";
import { lostImageQuery } from "@/lib/web/launch-queries";
import { LOST_IMAGE } from "./media-issues";

/**
 * Removes an image from the draft that the launchpad no longer has: it deletes uploads that no launch
 * uses, and a draft can be older.
 * @returns the issue until another image or video is chosen, and `clear` for a new draft
 */
export function useLostImage({
  watch,
  setValue,
}: Pick<UseFormReturn<LaunchDraft>, "watch" | "setValue">): {
  issue: FormIssue | null;
  clear: () => void;
} {
  const media = watch("media");
  const cid = cidOf(media);
  const { data } = useQuery({ ...lostImageQuery(cid ?? ""), enabled: cid !== null });
  const isLost = cid !== null && data === true;
  const [wasLost, setWasLost] = useState(false);
  const isEmpty = media === null;
  useEffect(() => {
    if (isEmpty) return;
    setWasLost(isLost);
    if (isLost) setValue("media", null, { shouldDirty: true });
  }, [isEmpty, isLost, setValue]);
  return { issue: wasLost && isEmpty ? LOST_IMAGE : null, clear: () => setWasLost(false) };
}

/**
 * Checks the image of a draft that is about to be launched. Without an answer nothing is known to be
 * wrong with it; the request of the launch then reports the connection.
 * @throws Error with a message for users if the launchpad no longer has the image
 */
export async function requireImage(
  queries: QueryClient,
  { media }: Pick<LaunchDraft, "media">,
): Promise<void> {
  const cid = cidOf(media);
  if (cid === null) return;
  const isLost = await queries
    .fetchQuery({ ...lostImageQuery(cid), staleTime: 0 })
    .catch(() => false);
  if (isLost) throw new Error(LOST_IMAGE.message);
}

function cidOf(media: LaunchDraft["media"]): string | null {
  return media?.kind === "image" ? media.cid : null;
}
