import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { getAddress, keccak256, toHex } from "viem";
import { afterEach, describe, expect, it, vi } from "vitest";
import { describeOrder } from "@/components/explorer/explorer-list";
import {
  type ExplorerState,
  firstListOf,
  readExplorerState,
  writeExplorerState,
} from "@/components/explorer/explorer-state";
import {
  dollarsOf,
  EMPTY,
  issuesOf,
  rangesOf,
  type Typed,
  tidyRange,
  typedOf,
} from "@/components/explorer/filters/filter-values";
import { mergeRanked } from "@/components/explorer/merge-ranked";
import { Sparkline } from "@/components/explorer/sparkline";
import { compareBy, toRanked } from "@/components/explorer/use-token-pages";
import { Change } from "@/components/tokens/amounts/change";
import { TOKEN_SORTS } from "@/lib/features/market/schema/token-order";

describe("the line of the last day", () => {
  const colorOf = (change: string) => {
    const line = createElement(Sparkline, { points: ["1", "2"], change, className: "" });
    return /class="([^"]*)"/.exec(renderToStaticMarkup(line))?.[1];
  };
  const isShownAsZero = (percent: string) =>
    renderToStaticMarkup(createElement(Change, { percent })).includes(">0%<");

  it.each(["0", "0.004", "0.005", "0.009999", "-0.0075", "0.01", "-0.01", "12.5"])(
    "is neutral exactly if the change of %s percent is shown as zero",
    (change) => {
      expect(colorOf(change) === colorOf("0")).toBe(isShownAsZero(change));
    },
  );
});

const byValue = (a: number, b: number) => b - a;

describe("firstListOf", () => {
  const first = (query: string) => firstListOf(readExplorerState(new URLSearchParams(query)));

  it("is a list in one of the orders", () => {
    expect(first("")).toMatchObject({ sort: "marketCap" });
    expect(first("tab=new")).toMatchObject({ sort: "newest" });
    expect(first("sort=holders&direction=asc")).toMatchObject({ sort: "holders" });
    expect(first("sort=nothing&limit=100000&cursor=x")).toEqual(first(""));
  });

  it("is none that the browser keeps, and none with a filter of its reader", () => {
    const address = `0x${"ab".repeat(20)}`;
    const filtered = ["holdersMin=1", "marketCapMax=0.5", `manager=${address}`, `owner=${address}`];
    for (const query of ["list=watched", "list=recent", ...filtered]) {
      expect(first(query), query).toBeNull();
    }
  });
});

describe("the order that screen readers announce", () => {
  const order = (query: string) => describeOrder(readExplorerState(new URLSearchParams(query)));

  it("has the names of the headings", () => {
    expect(order("")).toBe("Highest market cap first");
    expect(order("direction=asc")).toBe("Sorted by: Market cap, ascending");
    expect(order("sort=priceChange5m")).toBe("Sorted by: 5m change, descending");
    expect(order("sort=creatorShare")).toBe("Sorted by: Held by the creator, descending");
  });

  it.each(TOKEN_SORTS)("has no internal name of %s", (sort) => {
    expect(order(`sort=${sort}&direction=asc`)).not.toMatch(/: [a-z]|[a-z][A-Z]/);
  });
});

describe("mergeRanked", () => {
  it("withholds rows that an incomplete list may still overtake", () => {
    const lists = [
      { items: [9, 7], isComplete: false },
      { items: [8, 3], isComplete: true },
    ];
    expect(mergeRanked(lists, byValue)).toEqual([9, 8, 7]);
  });

  it("is bounded by the greatest loaded row, also when the last one got a new value", () => {
    const ascending = (a: number, b: number) => a - b;
    const lists = [{ items: [5, 6, 7, 1], isComplete: false }];
    expect(mergeRanked(lists, ascending)).toEqual([1, 5, 6, 7]);
    expect(mergeRanked([...lists, { items: [6.5, 8], isComplete: true }], ascending)).toEqual([
      ...[1, 5, 6, 6.5, 7],
    ]);
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

describe("compareBy", () => {
  const chain = "base-sepolia";
  const figures = {
    priceETH: "0",
    priceChange5m: "0",
    priceChange1h: "0",
    priceChange6h: "0",
    trades24h: 0,
    holders: 1,
    liquidityETH: "0",
    creatorShare: 0,
    topHoldersShare: 0,
    firstBlockShare: 0,
  };
  const tokenOf = (address: string) =>
    toRanked(
      chain,
      {
        tokenAddress: getAddress(address),
        symbol: "T",
        name: "T",
        fairLaunchActive: false,
        image: null,
        description: null,
        marketCapETH: "1",
        createdAt: 1,
        volume24h: "0",
        figures,
      },
      "trades24h",
    );

  it.each([true, false])(
    "continues a list of equal values with its next page (ascending: %s)",
    (isAscending) => {
      // The API breaks ties by the bytes of the address, in the direction of the order.
      const addresses = Array.from({ length: 200 }, (_, number) =>
        keccak256(toHex(number)).slice(0, 42),
      ).sort();
      if (isAscending) addresses.reverse();
      const tokens = addresses.map(tokenOf);
      const shown = (loaded: number) =>
        mergeRanked(
          [{ items: tokens.slice(0, loaded), isComplete: loaded >= tokens.length }],
          compareBy("trades24h", isAscending),
        ).map(({ key }) => key);
      for (const loaded of [50, 100, 150, 200]) {
        expect(shown(loaded)).toEqual(tokens.slice(0, loaded).map(({ key }) => key));
      }
    },
  );
});

describe("explorer URL", () => {
  const owner = "0x1111111111111111111111111111111111111111";

  it("is empty for defaults and keeps everything else", () => {
    const fresh = readExplorerState(new URLSearchParams());
    expect(writeExplorerState(fresh)).toBe("");
    const state: ExplorerState = {
      tab: "gainers",
      sort: "holders",
      isAscending: true,
      list: "all",
      view: "cards",
      manager: "",
      owner: "",
      ranges: { holdersMin: "10", marketCapMax: "2.5" },
    };
    const reread = (written: ExplorerState) =>
      readExplorerState(new URLSearchParams(writeExplorerState(written)));
    expect(reread(state)).toEqual(state);
    const ofOwner: ExplorerState = { ...state, owner, sort: "newest", ranges: {} };
    expect(reread(ofOwner)).toEqual(ofOwner);
  });

  it("leaves out what the API refuses: impossible ranges, and ranges or columns with an address", () => {
    const read = (query: string) => readExplorerState(new URLSearchParams(query));
    for (const query of ["ageMax=1.5", "ageMin=9999999999", "holdersMin=2.5", "holdersMax=-1"]) {
      expect(read(query).ranges, query).toEqual({});
    }
    expect(read("marketCapMin=5&marketCapMax=1").ranges).toEqual({ marketCapMin: "5" });
    expect(read("marketCapMin=5&marketCapMax=5").ranges).toEqual({
      marketCapMin: "5",
      marketCapMax: "5",
    });
    expect(read(`owner=${owner}&holdersMin=1&sort=holders`)).toMatchObject({
      owner,
      sort: null,
      ranges: {},
    });
    expect(read(`manager=${owner}&sort=volume24h`)).toMatchObject({ sort: "volume24h" });
  });
});

describe("filter fields", () => {
  const typed = (part: Partial<Typed>): Typed => ({ ...EMPTY, ...part });

  const withMark = (mark: string) =>
    vi.stubGlobal("slipwayReaderMarks", () => (mark === "," ? ",." : ".,"));
  afterEach(() => void vi.unstubAllGlobals());

  it("show the age of a URL in hours and read it back to the second", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (seconds) => {
        const state = readExplorerState(new URLSearchParams(`ageMax=${seconds}`));
        expect(rangesOf(typedOf(state))).toEqual({ ageMax: String(seconds) });
        expect(issuesOf(typedOf(state)).size).toBe(seconds > 277_777 * 3_600 ? 1 : 0);
      }),
    );
  });

  it("refuse what the API refuses, each with its reason", () => {
    const reasons = (part: Partial<Typed>) => [...issuesOf(typed(part)).values()];
    expect(reasons({ ageMin: "277778" })).toEqual(["must be at most 277,777 hours"]);
    expect(reasons({ holdersMin: "1.5" })).toEqual(["must be a whole number"]);
    expect(reasons({ holdersMin: "9".repeat(5_000) })).toEqual(["must have at most 9 digits"]);
    expect(reasons({ holdersMin: "many" })).toEqual(["Write the number in digits, such as 10."]);
    expect(reasons({ marketCapMin: "1e3" })).toEqual(["Write the number in digits, such as 0.5."]);
    for (const name of ["creatorShareMax", "topHoldersShareMax", "firstBlockShareMax"] as const) {
      expect(reasons({ [name]: "101" }), name).toEqual(["must be at most 100%"]);
    }
    expect(reasons({ marketCapMin: "2", marketCapMax: "1" })).toEqual([
      "must not be below the minimum",
    ]);
    expect(reasons({ owner: `0x${"1".repeat(40)}`, holdersMin: "1" })).toHaveLength(1);
    expect(reasons({ marketCapMin: "0.5", marketCapMax: "900", ageMin: "0.5" })).toEqual([]);
  });

  it.each([
    ["1,000", ".", "1000"],
    ["1,000.5", ".", "1000.5"],
    ["1 000 000", ".", "1000000"],
    ["1.000,5", ",", "1000.5"],
    ["1,5", ".", "1.5"],
    ["1,5 ETH", ",", "1.5"],
  ])("read %j with the decimal mark %j as %s", (text, mark, value) => {
    withMark(mark);
    const filter = typed({ marketCapMin: text, liquidityMin: text });
    expect([...issuesOf(filter)]).toEqual([]);
    expect(rangesOf(filter)).toEqual({ marketCapMin: value, liquidityMin: value });
    expect(dollarsOf("marketCapMin", text, "2")).toBe((2 * Number(value)).toFixed(2));
    expect(rangesOf({ ...filter, marketCapMin: tidyRange("marketCapMin", text) })).toEqual(
      rangesOf(filter),
    );
  });

  it("compare the numbers that were typed, not their text", () => {
    expect([...issuesOf(typed({ marketCapMin: "900", marketCapMax: "1,000" })).keys()]).toEqual([]);
    expect([...issuesOf(typed({ holdersMin: "1,000", holdersMax: "999" })).keys()]).toEqual([
      "holdersMax",
    ]);
    expect(rangesOf(typed({ ageMin: "1,000", creatorShareMax: "12,5 %" }))).toEqual({
      ageMin: "3600000",
      creatorShareMax: "12.5",
    });
  });

  it("refuse a number with two readings", () => {
    withMark(",");
    const filter = typed({ marketCapMin: "1,000" });
    expect([...issuesOf(filter).values()]).toEqual(["Write 1000 or 1: “1,000” can mean both."]);
    expect(dollarsOf("marketCapMin", "1,000", "2")).toBeNull();
    expect(tidyRange("marketCapMin", "1,000")).toBe("1,000");
  });

  it("show the filter of a URL so that it is read back, with either decimal mark", () => {
    const decimals = fc.tuple(fc.nat({ max: 999_999_999 }), fc.nat({ max: 9_999 }));
    fc.assert(
      fc.property(decimals, fc.constantFrom(".", ","), ([whole, part], mark) => {
        withMark(mark);
        const query = `marketCapMin=${whole}.${part}&ageMin=${whole}&holdersMin=${whole}`;
        const filter = typedOf(readExplorerState(new URLSearchParams(query)));
        const { marketCapMin, ageMin, holdersMin } = rangesOf(filter);
        expect([Number(marketCapMin), ageMin, holdersMin]).toEqual([
          ...[Number(`${whole}.${part}`), String(whole), String(whole)],
        ]);
      }),
    );
  });

  it("have dollars next to ETH only, and only with a rate", () => {
    expect(dollarsOf("marketCapMin", "2", "3000")).toBe("6000.00");
    expect(dollarsOf("marketCapMin", "2", null)).toBeNull();
    expect(dollarsOf("marketCapMin", "", "3000")).toBeNull();
    expect(dollarsOf("holdersMin", "2", "3000")).toBeNull();
  });

  it("ignores invalid values", () => {
    const params = new URLSearchParams(
      "tab=best&sort=luck&view=globe&owner=0x1&manager=<script>&holdersMin=many",
    );
    expect(readExplorerState(params)).toEqual({
      tab: "top",
      sort: null,
      isAscending: false,
      list: "all",
      view: null,
      manager: "",
      owner: "",
      ranges: {},
    });
  });
});
