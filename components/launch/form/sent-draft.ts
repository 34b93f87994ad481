import { z } from "zod";
import { createStore } from "@/lib/web/create-store";
import { isUntouched, readDraft, writeDraft } from "./draft-storage";
import { type LaunchDraft, storedDraft } from "./launch-form";

const sent = z.object({ jobId: z.string(), draft: storedDraft, at: z.number().default(0) });
type SentDraft = z.output<typeof sent>;
const stored = createStore("slipway.launch-sent", sent);
/** How long the wizard links to the previous launch. */
const RECENT_MS = 60 * 60_000;

/**
 * Saves the draft of the latest submitted launch, so that it can be restored if the launch fails.
 */
export function saveSentDraft(jobId: string, draft: LaunchDraft): void {
  stored.write({ jobId, draft, at: Date.now() });
}

/**
 * Restores the draft of a launch unless a newer draft exists.
 * @returns the path of the wizard: its review if it has a draft now. In the query, because the
 * router updates the hash only after the wizard has read it
 */
export function pathOfSentDraft(jobId: string): string {
  return restoreSentDraft(jobId) ? "/launch?step=review" : "/launch";
}

function restoreSentDraft(jobId: string): boolean {
  const draft = readDraft();
  if (draft !== null && !isUntouched(draft)) return true;
  const kept = stored.read();
  if (kept?.jobId !== jobId) return false;
  writeDraft(kept.draft);
  return true;
}

/** The launch submitted from this browser within the last hour, if any. */
export function recentLaunch(): SentDraft | null {
  const kept = stored.read();
  return kept !== null && Date.now() - kept.at < RECENT_MS ? kept : null;
}
