import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markersOf, marksOf } from "@/components/charts/chart-marks";
import { capAt, capValue, levelValue, toSeries } from "@/components/charts/chart-series";
import { averageAt, movingAverage } from "@/components/charts/moving-average";
import { toChartSettings } from "@/components/charts/tools/chart-settings";
import {
  LINES_MAX,
  lineKey,
  toStoredLines,
  withLines,
} from "@/components/charts/tools/stored-lines";

const bars = (...closes: number[]) => closes.map((close) => ({ close }));
const KEY = lineKey("base", `0x${"Ab".repeat(20)}`);
const OTHER = lineKey("base", `0x${"12".repeat(20)}`);

describe("movingAverage", () => {
  it("is the mean of the last closes, and null before there are enough", () => {
    expect(movingAverage(bars(1, 2, 3, 7), 3)).toEqual([null, null, 2, 4]);
    expect(movingAverage(bars(5), 1)).toEqual([5]);
    expect(movingAverage([], 7)).toEqual([]);
  });

  it("equals the mean of every window, at every bar", () => {
    const closes = fc.array(fc.double({ min: 1, max: 9_999, noNaN: true }), { maxLength: 60 });
    fc.assert(
      fc.property(closes, fc.integer({ min: 1, max: 30 }), (list, length) => {
        const values = movingAverage(bars(...list), length);
        for (const [at, value] of values.entries()) {
          const window = list.slice(at + 1 - length, at + 1);
          const isWhole = at + 1 >= length;
          const mean = window.reduce((sum, close) => sum + close, 0) / length;
          if (isWhole) expect(value).toBeCloseTo(mean, 6);
          else expect(value).toBeNull();
          const alone = averageAt(bars(...list), length, at);
          if (isWhole) expect(alone).toBeCloseTo(mean, 6);
          else expect(alone).toBeNull();
        }
      }),
    );
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses a length of %s", (length) => {
    expect(() => movingAverage(bars(1), length)).toThrow(RangeError);
  });
});

describe("levels", () => {
  const candle = {
    timestamp: 60,
    open: "2",
    high: "4",
    low: "1",
    close: "3",
    marketCap: "3",
    closeUSDC: null,
    volume: "0",
    price: "0.00000000003",
  };
  it.each([
    ["marketCap", 1],
    ["marketCap", 4_000],
    ["price", 1],
    ["price", 4_000],
  ] as const)("of %s at %d dollars are where the candles have them", (metric, usdPerEth) => {
    const series = toSeries([candle], { metric, usdPerEth });
    const close = series.bars[0]?.close ?? 0;
    expect(levelValue(series, { marketCap: 3, price: 3e-11 })).toBeCloseTo(close, 6);
    expect(capValue(series, 3)).toBeCloseTo(close, 6);
    expect(capAt(series, close)).toBeCloseTo(3, 9);
  });

  it("have no market cap below zero", () => {
    const series = toSeries([candle], { metric: "price", usdPerEth: 1 });
    expect([0, -5, Number.NaN].map((value) => capAt(series, value))).toEqual([null, null, null]);
  });
});

describe("toStoredLines", () => {
  it.each([null, undefined, "text", 7, true, [], [1], {}])("is empty for %j", (value) => {
    expect(toStoredLines(value)).toEqual({});
  });

  it("drops what is no line, and keeps the rest", () => {
    const stored = {
      [KEY]: [1.5, "2", null, -1, 0, Number.POSITIVE_INFINITY, 1.5, 3],
      [OTHER]: "5",
      "base:0x12": [1],
      __proto__: [1],
    };
    expect(toStoredLines(stored)).toEqual({ [KEY]: [1.5, 3] });
  });

  it("keeps at most 20 lines of a token, and the 100 tokens that were changed last", () => {
    const many = Array.from({ length: 50 }, (_, nth) => nth + 1);
    expect(toStoredLines({ [KEY]: many })[KEY]).toHaveLength(LINES_MAX);
    let kept = withLines({}, KEY, [1]);
    for (let nth = 0; nth < 100; nth += 1) {
      kept = withLines(kept, lineKey("base", `0x${nth.toString(16).padStart(40, "0")}`), [1]);
    }
    expect(Object.keys(kept)).toHaveLength(100);
    expect(kept[KEY]).toBeUndefined();
  });

  it("forgets a token without lines, and survives any value", () => {
    expect(withLines({ [KEY]: [1], [OTHER]: [2] }, KEY, [])).toEqual({ [OTHER]: [2] });
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const kept = toStoredLines(value);
        expect(toStoredLines(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
      }),
    );
  });
});

describe("toChartSettings", () => {
  it("has the default of everything that is not a flag", () => {
    const defaults = toChartSettings(null);
    expect(defaults).toMatchObject({ log: false, volume: true, own: true });
    for (const value of ["text", 1, [], { log: "yes", volume: 0, other: true }]) {
      expect(toChartSettings(value)).toEqual(defaults);
    }
    expect(toChartSettings({ log: true, wall: false, constructor: true })).toEqual({
      ...defaults,
      log: true,
      wall: false,
    });
  });
});

describe("marks", () => {
  const hash = (digit: string) => `0x${digit.repeat(64)}` as const;
  const trade = (type: "buy" | "sell", timestamp: number, digit: string) => ({
    type,
    timestamp,
    transactionHash: hash(digit),
  });
  const mark = (
    type: "creatorBuy" | "creatorSell" | "wallMove",
    timestamp: number,
    digit: string,
  ) => ({
    id: "1-1",
    type,
    timestamp,
    transactionHash: hash(digit),
    amountETH: "1",
    amountToken: "1",
  });
  const ALL = { own: true, creator: true, wall: true };
  const others = [
    mark("creatorBuy", 60, "1"),
    mark("creatorSell", 70, "2"),
    mark("wallMove", 65, "3"),
  ];

  it("are in the order of time, and the creator's own trade is marked once", () => {
    const marks = marksOf([trade("buy", 60, "1")], others, ALL);
    expect(marks.map(({ kind, side }) => `${kind} ${side}`)).toEqual([
      "own buy",
      "wall move",
      "creator sell",
    ]);
    const withoutOwn = marksOf([trade("buy", 60, "1")], others, { ...ALL, own: false });
    expect(withoutOwn.map(({ kind, side }) => `${kind} ${side}`)).toEqual([
      "creator buy",
      "wall move",
      "creator sell",
    ]);
    expect(marksOf([], others, { own: true, creator: false, wall: false })).toEqual([]);
  });

  it("are one marker for each kind and side of a bar that is loaded", () => {
    const theme = { up: "u", down: "d", creator: "c", wall: "w" };
    const own = [trade("sell", 61, "4"), trade("sell", 62, "5"), trade("buy", 200, "6")];
    const markers = markersOf([{ time: 60 }], marksOf(own, others, ALL), 60, theme);
    expect(
      markers.map(({ text, shape, position, color }) => [text, shape, position, color]),
    ).toEqual([
      ["Creator B", "circle", "belowBar", "c"],
      ["S ×2", "arrowDown", "aboveBar", "d"],
      [undefined, "square", "belowBar", "w"],
      ["Creator S", "circle", "aboveBar", "c"],
    ]);
  });
});
