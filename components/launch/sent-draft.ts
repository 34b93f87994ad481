import { z } from "zod";
import { DRAFT_KEY } from "./draft-key";
import { type LaunchDraft, launchDraft } from "./launch-form";

const STORAGE_KEY = "slipway.launch-sent";
const sent = z.object({ jobId: z.string(), draft: launchDraft });

/** Keeps what a launch was made of, for the case that it fails. The latest one only. */
export function keepSentDraft(jobId: string, draft: LaunchDraft): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ jobId, draft }));
  } catch {
    // A browser without storage has no draft to come back to either.
  }
}

/**
 * Makes a launch's draft the wizard's again, unless another one has been begun since.
 * @returns whether the wizard has a draft now
 */
export function restoreSentDraft(jobId: string): boolean {
  try {
    if (localStorage.getItem(DRAFT_KEY) !== null) return true;
    const kept = sent.safeParse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null"));
    if (!kept.success || kept.data.jobId !== jobId) return false;
    localStorage.setItem(DRAFT_KEY, JSON.stringify(kept.data.draft));
    return true;
  } catch {
    return false;
  }
}
