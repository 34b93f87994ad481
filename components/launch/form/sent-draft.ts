import { z } from "zod";
import { isUntouched, readDraft, writeDraft } from "./draft-storage";
import { type LaunchDraft, storedDraft } from "./launch-form";

const STORAGE_KEY = "slipway.launch-sent";
const sent = z.object({ jobId: z.string(), draft: storedDraft, at: z.number().default(0) });
type SentDraft = z.output<typeof sent>;
/** How long the wizard links to the previous launch. */
const RECENT_MS = 60 * 60_000;

/**
 * Saves the draft of the latest submitted launch, so that it can be restored if the launch fails.
 */
export function saveSentDraft(jobId: string, draft: LaunchDraft): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ jobId, draft, at: Date.now() }));
  } catch {
    // Without storage there is no draft to restore.
  }
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
  try {
    const kept = readSent();
    if (kept?.jobId !== jobId) return false;
    writeDraft(kept.draft);
    return true;
  } catch {
    return false;
  }
}

/** The launch submitted from this browser within the last hour, if any. */
export function recentLaunch(): SentDraft | null {
  try {
    const kept = readSent();
    return kept !== null && Date.now() - kept.at < RECENT_MS ? kept : null;
  } catch {
    return null;
  }
}

function readSent(): SentDraft | null {
  const kept = sent.safeParse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null"));
  return kept.success ? kept.data : null;
}
