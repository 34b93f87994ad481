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
  const empty: LaunchDraft = { ...EMPTY_DRAFT, marketCapUsd, chain, treasury, managerAddress };
  return isSame(draft, empty);
}

function isSame(a: LaunchDraft, b: LaunchDraft): boolean {
  // Parsed, so that both have their fields in the same order.
  return JSON.stringify(storedDraft.parse(a)) === JSON.stringify(storedDraft.parse(b));
}
