import { DRAFT_KEY } from "./draft-key";
import { EMPTY_DRAFT, type LaunchDraft, storedDraft } from "./launch-form";

/** The stored draft; null when there is none or its format is outdated. */
export function readDraft(): LaunchDraft | null {
  try {
    const parsed = storedDraft.safeParse(JSON.parse(localStorage.getItem(DRAFT_KEY) ?? "null"));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * The draft with which the wizard starts: the stored one, or a new one. An unedited draft of the previous release,
 * which did not know the launchpad's default market cap, gets it.
 */
export function openDraft(empty: LaunchDraft): LaunchDraft {
  const { marketCapUsd } = empty;
  const draft = readDraft() ?? empty;
  return isUntouched(draft, marketCapUsd) ? { ...draft, marketCapUsd } : draft;
}

/**
 * Stores the draft; null deletes it. Browsers may block storage (private windows); the wizard works
 * without it.
 */
export function writeDraft(draft: LaunchDraft | null): void {
  try {
    if (draft === null) localStorage.removeItem(DRAFT_KEY);
    else localStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
  } catch {
    return;
  }
}

/** Deletes the stored draft if it is this one. Another tab may have stored another one since. */
export function forgetDraft(draft: LaunchDraft): void {
  const held = readDraft();
  if (held !== null && isSame(held, draft)) writeDraft(null);
}

/**
 * Whether a draft has nothing but what a link to the wizard sets, which stores it at once.
 * @param marketCapUsd the launchpad's default, as the text of a new draft
 */
export function isUntouched(draft: LaunchDraft, marketCapUsd: string): boolean {
  const { chain, treasury, managerAddress } = draft;
  // The previous release started every draft with the market cap of EMPTY_DRAFT.
  const isDefault = [marketCapUsd, EMPTY_DRAFT.marketCapUsd].includes(draft.marketCapUsd);
  const empty: LaunchDraft = { ...EMPTY_DRAFT, marketCapUsd, chain, treasury, managerAddress };
  return isDefault && isSame({ ...draft, marketCapUsd }, empty);
}

function isSame(a: LaunchDraft, b: LaunchDraft): boolean {
  // Parsed, so that both have their fields in the same order.
  return JSON.stringify(storedDraft.parse(a)) === JSON.stringify(storedDraft.parse(b));
}
