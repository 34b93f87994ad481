import { z } from "zod";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { IDENTITY_TYPES } from "@/lib/shared/identity";
import { createStore } from "@/lib/web/create-store";

/** Form values of the dialog that changes shares. */
export const sharesDraft = z.object({
  splitMode: z.enum(["equal", "custom"]),
  recipients: z.array(
    z.object({ type: z.enum(IDENTITY_TYPES), id: z.string(), share: z.string() }),
  ),
});
export type SharesDraft = z.output<typeof sharesDraft>;

/** A split, and the user who edits its shares. */
export type EditedSplit = { accountId: string; chain: ChainSlug; manager: string };

/**
 * The shares under edit, stored across reloads and a new sign-in: a split can have 100 recipients.
 */
const store = createStore(
  "slipway.shares",
  z.object({
    accountId: z.string(),
    chain: z.enum(CHAIN_SLUGS),
    manager: z.string(),
    draft: sharesDraft,
    /** When it was edited last, in Unix milliseconds. */
    at: z.number(),
  }),
);

/** Older edits are ignored: the shares may have changed since, and the user does not expect them. */
const EDITED_MS = 15 * 60_000;

/** Recent edits of a split that are neither being saved nor discarded; null if there are none. */
export function findStoredShares({ accountId, chain, manager }: EditedSplit): SharesDraft | null {
  const stored = store.read();
  if (stored === null || Date.now() - stored.at > EDITED_MS) return null;
  const isOwn =
    stored.accountId === accountId && stored.chain === chain && stored.manager === manager;
  return isOwn ? stored.draft : null;
}

/** Stores the edits of a split, in place of those of any other. */
export function storeShares(split: EditedSplit, draft: SharesDraft): void {
  const { accountId, chain, manager } = split;
  store.write({ accountId, chain, manager, draft, at: Date.now() });
}

/** Forgets the edits of a split once they are being saved or are discarded. */
export function forgetShares(split: EditedSplit): void {
  if (findStoredShares(split) !== null) store.write(null);
}

/** Forgets the edits of every split. */
export function clearStoredShares(): void {
  store.write(null);
}
