import { describe, expect, it } from "vitest";
import { explainPresets, parsePreset } from "@/lib/features/trade/rules/presets";
import { arePresets, DEFAULT_PRESETS } from "@/lib/features/trade/rules/stored-presets";
import { quickBuyPath, readQuickBuy } from "@/lib/web/trade/buy-presets";

describe("parsePreset", () => {
  it.each([
    ["0.01", "0.01"],
    [" 0,025 ETH ", "0.025"],
    ["1 000", "1000"],
    ["1,000", "1000"],
    ["000.50", "0.5"],
    ["0.000001", "0.000001"],
  ])("reads %j as %s", (text, eth) => expect(parsePreset(text)).toBe(eth));

  it.each(["", " ", "0", "-1", "lots", "1e3", "1000.1", "1,001", "0.0000001", "9".repeat(5_000)])(
    "rejects %j",
    (text) => {
      expect(parsePreset(text)).toBeNull();
      expect(explainPresets([text])).not.toEqual([null]);
    },
  );
});

it("explains a duplicate at its second place", () => {
  expect(explainPresets(["0.1", "0.10", "1"])).toEqual([null, "is already a preset", null]);
});

it.each([
  [[...DEFAULT_PRESETS], true],
  [["1", "2", "3"], false],
  [["1", "2", "3", "1e3"], false],
  [["1", "2", "3", "3"], false],
  [["1", "2", "3", 4], false],
  ["0.01", false],
  [null, false],
])("stored presets %j: %s", (value, expected) => expect(arePresets(value)).toBe(expected));

describe("a link to buy", () => {
  const query = (text: string) => new URLSearchParams(text);

  it("carries its amount", () => {
    const path = quickBuyPath({ chain: "base", tokenAddress: "0x12" }, "0.025");
    expect(path).toBe("/base/0x12?buy=0.025");
    expect(readQuickBuy(query(path.split("?")[1] ?? ""))).toBe("0.025");
  });

  it.each([
    "",
    "buy=",
    "buy=0",
    "buy=-1",
    "buy=1e3",
    "buy=1001",
    "buy=0,1",
    "buy=1%20000",
    "buy=1.2.3",
  ])("ignores %j", (text) => expect(readQuickBuy(query(text))).toBeNull());
});
