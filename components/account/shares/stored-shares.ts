import { z } from "zod";
import { splitFields } from "@/components/recipients/split-draft";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { createStore } from "@/lib/web/create-store";

/** Form values of the dialog that changes shares. */
export const sharesDraft = z.object(splitFields);
export type SharesDraft = z.output<typeof sharesDraft>;

/** A split, and the user who edits its shares. */
export type EditedSplit = { accountId: string; chain: ChainSlug; manager: string };

/** Older edits are ignored: the shares may have changed since, and the user does not expect them. */
const EDITED_MS = 15 * 60_000;

/** The input of a dialog about a split, stored across reloads and a new sign-in. */
function createStoredInput<Draft>(key: string, draftSchema: z.ZodType<Draft>) {
  const store = createStore(
    key,
    z.object({
      accountId: z.string(),
      chain: z.enum(CHAIN_SLUGS),
      manager: z.string(),
      draft: draftSchema,
      /** When it was edited last, in Unix milliseconds. */
      at: z.number(),
    }),
  );
  const find = ({ accountId, chain, manager }: EditedSplit): Draft | null => {
    const stored = store.read();
    if (stored === null || Date.now() - stored.at > EDITED_MS) return null;
    const isOwn =
      stored.accountId === accountId && stored.chain === chain && stored.manager === manager;
    return isOwn ? stored.draft : null;
  };
  return {
    /** Recent input about a split that is neither being sent nor discarded; null if there is none. */
    find,
    /** Stores the input about a split, in place of that about any other. */
    store({ accountId, chain, manager }: EditedSplit, draft: Draft): void {
      store.write({ accountId, chain, manager, draft, at: Date.now() });
    },
    /** Forgets the input about a split once it is being sent or is discarded. */
    forget(split: EditedSplit): void {
      if (find(split) !== null) store.write(null);
    },
    /** Forgets the input about every split. */
    clear: () => store.write(null),
  };
}

/** The shares under edit: a split can have 100 recipients. */
export const storedShares = createStoredInput("slipway.shares", sharesDraft);

/** The token chosen to be dropped. */
export const storedDrop = createStoredInput("slipway.drop-token", z.string());
