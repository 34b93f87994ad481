import { z } from "zod";
import { createStore, type StoredValue } from "@/lib/web/create-store";
import { type LaunchDraft, storedDraft } from "./launch-form";

/** Maximum number of saved drafts; each can have up to 100 recipients. */
const MAX = 5;

const saved = createStore("slipway.launch-drafts-saved", z.array(storedDraft));

/** Drafts that another one has replaced in the wizard. It offers the first one, which is the oldest. */
export const savedDrafts: Pick<StoredValue<LaunchDraft[]>, "read" | "subscribe"> = saved;

/** Saves a draft that another one replaces. */
export function saveReplaced(draft: LaunchDraft): void {
  saved.write([...(saved.read() ?? []), draft].slice(-MAX));
}

/** Removes the first draft that fits from the saved ones. @returns it; null if there is none */
export function restoreSaved(fits: (draft: LaunchDraft) => boolean): LaunchDraft | null {
  const all = saved.read() ?? [];
  const taken = all.find(fits);
  if (taken === undefined) return null;
  const left = all.filter((one) => one !== taken);
  saved.write(left.length === 0 ? null : left);
  return taken;
}
