import { describe, expect, it } from "vitest";
import { WATCHED_MAX } from "@/lib/features/users/rules/watchlist";
import {
  changesSince,
  type KnownList,
  type ListChanges,
  mergeWatchlist,
  type OwnList,
} from "@/lib/web/account/merge-watchlist";

const keyOf = (name: string | number) => `base:0x${String(name).padStart(40, "0")}`;
const keysOf = (...names: (string | number)[]) => names.map(keyOf);
const NOTHING: ListChanges = { add: [], remove: [] };

function listOf(account: string, ...names: (string | number)[]): KnownList {
  return { account, tokens: keysOf(...names) };
}
function merge(options: {
  known: KnownList | null;
  received: KnownList;
  own: Partial<OwnList>;
  sent?: ListChanges;
}) {
  const own = { tokens: [], removed: [], ...options.own };
  return mergeWatchlist({ sent: NOTHING, ...options, own });
}

describe("the changes that an account has not received", () => {
  it("are the tokens that it lacks and the removals of tokens that it has", () => {
    const own = { tokens: keysOf(3, 1), removed: keysOf(2, 9) };
    expect(changesSince(listOf("a", 1, 2), own)).toEqual({ add: keysOf(3), remove: keysOf(2) });
  });

  it("never include the removal of a token that is only absent", () => {
    const own = { tokens: [], removed: [] };
    expect(changesSince(listOf("a", 1, 2), own)).toEqual(NOTHING);
  });

  it("include no token of an unknown chain, which the service would reject", () => {
    const own = { tokens: [`moon:0x${"1".repeat(40)}`, keyOf(1)], removed: [] };
    expect(changesSince(listOf("a"), own)).toEqual({ add: keysOf(1), remove: [] });
  });
});

describe("a received watchlist", () => {
  it("is united with the list of a browser that signs in for the first time", () => {
    const { tokens } = merge({
      known: null,
      received: listOf("a", 3, 2),
      own: { tokens: keysOf(1, 2) },
    });
    expect(tokens).toEqual(keysOf(1, 3, 2));
  });

  it("ends removals of before a first sign-in", () => {
    const own = { tokens: [], removed: keysOf(1) };
    expect(merge({ known: null, received: listOf("a", 1), own })).toEqual({
      tokens: keysOf(1),
      removed: [],
    });
  });

  it("removes what was removed elsewhere and adds what was added elsewhere", () => {
    const own = { tokens: keysOf(2, 1) };
    const { tokens } = merge({ known: listOf("a", 2, 1), received: listOf("a", 3, 2), own });
    expect(tokens).toEqual(keysOf(3, 2));
  });

  it("does not undo changes that the user made during the request", () => {
    const sent = { add: keysOf(4), remove: keysOf(1) };
    const merged = merge({
      known: listOf("a", 3, 2, 1),
      received: listOf("a", 4, 3, 2),
      // Meanwhile 5 and again 1 were added, and 2 and 4 removed.
      own: { tokens: keysOf(1, 5, 3), removed: keysOf(2, 4) },
      sent,
    });
    expect(merged).toEqual({ tokens: keysOf(1, 5, 3), removed: keysOf(2, 4) });
  });

  it("does not give the tokens and removals of one account to another", () => {
    const merged = merge({
      known: listOf("a", 2, 1),
      received: listOf("b", 7, 6),
      own: { tokens: keysOf(5, 2, 1), removed: keysOf(6) },
    });
    expect(merged).toEqual({ tokens: keysOf(5, 7, 6), removed: [] });
  });

  it("has at most the maximum, newest first, and does not add again what was too many", () => {
    const all = Array.from({ length: WATCHED_MAX }, (_, n) => n);
    const received = listOf("a", "new", ...all.slice(0, -1));
    const own = { tokens: keysOf("new", ...all) };
    const known = listOf("a", ...all);
    const { tokens } = merge({ known, received, own, sent: { add: keysOf("new"), remove: [] } });
    expect(tokens).toEqual(received.tokens);
    expect(changesSince(received, { tokens, removed: [] })).toEqual(NOTHING);
  });
});
