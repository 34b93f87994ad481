import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ExplorerState,
  readExplorerState,
  writeExplorerState,
} from "@/components/explorer/explorer-state";
import { mergeRanked } from "@/components/explorer/merge-ranked";

const byValue = (a: number, b: number) => b - a;

describe("mergeRanked", () => {
  it("withholds rows that an incomplete list may still overtake", () => {
    const lists = [
      { items: [9, 7], isComplete: false },
      { items: [8, 3], isComplete: true },
    ];
    expect(mergeRanked(lists, byValue)).toEqual([9, 8, 7]);
  });

  it("returns a prefix of the full order, whatever part of each list is loaded", () => {
    const list = fc.tuple(
      fc.uniqueArray(fc.integer({ min: 0, max: 1_000 }), { maxLength: 30 }),
      fc.nat({ max: 30 }),
    );
    fc.assert(
      fc.property(list, list, ([a, loadedA], [b, loadedB]) => {
        const whole = [a, b].map((items) => [...items].sort(byValue));
        const loaded = [loadedA, loadedB].map((count, index) => ({
          items: whole[index]?.slice(0, count) ?? [],
          isComplete: count >= (whole[index]?.length ?? 0),
        }));
        // A list without loaded rows sets no bound: its first page is always loaded.
        fc.pre(loaded.every(({ items, isComplete }) => isComplete || items.length > 0));
        const shown = mergeRanked(loaded, byValue);
        expect(shown).toEqual(whole.flat().sort(byValue).slice(0, shown.length));
      }),
    );
  });
});

describe("explorer URL", () => {
  const owner = "0x1111111111111111111111111111111111111111";

  it("is empty for defaults and keeps everything else", () => {
    const fresh = readExplorerState(new URLSearchParams());
    expect(writeExplorerState(fresh)).toBe("");
    const state: ExplorerState = {
      ...{
        tab: "gainers",
        sort: "holders",
        isAscending: true,
        list: "all",
        view: "cards",
        manager: "",
        owner,
      },
      ranges: { holdersMin: "10", marketCapMax: "2.5" },
    };
    expect(readExplorerState(new URLSearchParams(writeExplorerState(state)))).toEqual(state);
  });

  it("ignores invalid values", () => {
    const params = new URLSearchParams(
      "tab=best&sort=luck&view=globe&owner=0x1&manager=<script>&holdersMin=many",
    );
    expect(readExplorerState(params)).toEqual({
      ...{
        tab: "top",
        sort: null,
        isAscending: false,
        list: "all",
        view: null,
        manager: "",
        owner: "",
      },
      ranges: {},
    });
  });
});
