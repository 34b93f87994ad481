import { WATCHED_MAX } from "@/lib/features/users/rules/watchlist";
import { isChainSlug } from "@/lib/shared/chains";

/** Watchlists are lists of `chain:address`, newest first. */
type Keys = readonly string[];

/** The watchlist of an account, as this browser received it last. */
export type KnownList = { account: string; tokens: Keys };

/** This browser's list. `removed`: tokens that the user removed explicitly. */
export type OwnList = { tokens: Keys; removed: Keys };

export type ListChanges = { add: string[]; remove: string[] };

/** The changes that the account has not received. */
export function changesSince(known: KnownList, own: OwnList): ListChanges {
  const there = new Set(known.tokens);
  const here = new Set(own.tokens);
  const isNew = (key: string) => !there.has(key) && isChainSlug(key.split(":")[0] ?? "");
  return {
    add: own.tokens.filter(isNew).slice(0, WATCHED_MAX),
    remove: own.removed.filter((key) => there.has(key) && !here.has(key)).slice(0, WATCHED_MAX),
  };
}

/**
 * The browser's list after a response of the account. Changes that the user made during the request
 * stay. After a switch of accounts, tokens that came from the earlier one are left out, and its
 * removals are not repeated.
 * @param options.sent the changes in the request
 */
export function mergeWatchlist(options: {
  known: KnownList | null;
  received: KnownList;
  own: OwnList;
  sent: ListChanges;
}): { tokens: string[]; removed: string[] } {
  const { known, received, own, sent } = options;
  const there = new Set(received.tokens);
  const isSame = known?.account === received.account;
  const removed = isSame ? own.removed.filter((key) => there.has(key)) : [];
  // Absent from the response although the account had them: removed elsewhere, or too many.
  const gone = new Set([...(known?.tokens ?? []), ...sent.add]);
  for (const key of sent.remove) gone.delete(key);
  const added = own.tokens.filter((key) => !there.has(key) && !gone.has(key));
  const kept = received.tokens.filter((key) => !removed.includes(key));
  return { tokens: [...added, ...kept].slice(0, WATCHED_MAX), removed };
}
