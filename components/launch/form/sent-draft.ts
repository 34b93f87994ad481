import { z } from "zod";
import { normalizeSymbol } from "@/lib/features/launch/rules/token-symbol";
import { createPendingList } from "@/lib/web/create-pending-list";
import { isUntouched, readDraft, writeDraft } from "./draft-storage";
import { type LaunchDraft, storedDraft } from "./launch-form";
import { restoreSaved, saveReplaced } from "./saved-drafts";

const sent = z.object({ jobId: z.string(), draft: storedDraft, at: z.number().default(0) });
type SentDraft = z.output<typeof sent>;
/** The latest last. An earlier release stored only one. */
const allSent = z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(sent));
const launches = createPendingList("slipway.launch-sent", allSent, ({ jobId }) => jobId);
/** How long the wizard links to the previous launch. */
const RECENT_MS = 60 * 60_000;

/** Saves the draft of a submitted launch, so that it can be restored if the launch fails. */
export function saveSentDraft(jobId: string, draft: LaunchDraft): void {
  launches.store({ jobId, draft, at: Date.now() });
}

/**
 * Restores the draft of a launch, or the user's edited version of it. The wizard offers the draft that
 * this replaces.
 * @param marketCapUsd the market cap of a new draft
 * @returns the path of the wizard: its review if it has the draft of this launch. In the query, because
 * the router updates the hash only after the wizard has read it
 */
export function pathOfSentDraft(jobId: string, marketCapUsd: string): string {
  return restoreSentDraft(jobId, marketCapUsd) ? "/launch?step=review" : "/launch";
}

function restoreSentDraft(jobId: string, marketCapUsd: string): boolean {
  const launch = launches.last((one) => one.jobId === jobId);
  if (launch === null) return false;
  const isOfLaunch = (one: LaunchDraft) => isSameToken(one, launch.draft);
  const draft = readDraft();
  if (draft !== null && isOfLaunch(draft)) return true;
  const edited = restoreSaved(isOfLaunch);
  if (draft !== null && !isUntouched(draft, marketCapUsd)) saveReplaced(draft);
  writeDraft(edited ?? launch.draft);
  return true;
}

/** Whether a page can show both drafts as the same token. */
function isSameToken(a: LaunchDraft, b: LaunchDraft): boolean {
  const nameOf = ({ chain, name, symbol }: LaunchDraft) =>
    JSON.stringify([chain, name.trim(), normalizeSymbol(symbol)]);
  return nameOf(a) === nameOf(b);
}

/** The launch submitted from this browser within the last hour, if any. */
export function recentLaunch(): SentDraft | null {
  return launches.last(({ at }) => Date.now() - at < RECENT_MS);
}
