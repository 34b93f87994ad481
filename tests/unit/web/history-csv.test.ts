import { describe, expect, it } from "vitest";
import { historyCsv, historyCsvFile } from "@/lib/web/history-csv";

const change = {
  id: "1-2",
  tokenAddress: "0xA0C7E43805b8F1d9c6AEC588Db92F02685B0A092",
  symbol: "LIGHT",
  name: "First Light",
  type: "sell",
  amountToken: "1000000000.5",
  amountETH: "0.018",
  realizedETH: "-0.003",
  timestamp: 1_768_478_400,
  transactionHash: `0x${"5b".repeat(32)}`,
} as const;

describe("historyCsv", () => {
  it("has a header and exact amounts", () => {
    expect(historyCsv([change]).split("\r\n")).toEqual([
      "time,type,token,symbol,name,amount_token,amount_eth,realized_eth,transaction",
      `2026-01-15T12:00:00.000Z,sell,${change.tokenAddress},LIGHT,First Light,1000000000.5,0.018,-0.003,${change.transactionHash}`,
      "",
    ]);
  });

  it("is a file of UTF-8 with the mark by which spreadsheets recognize it", async () => {
    const file = historyCsvFile([{ ...change, name: "日本" }]);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.subarray(0, 3).toString("hex")).toBe("efbbbf");
    expect(bytes.subarray(3).toString()).toBe(historyCsv([{ ...change, name: "日本" }]));
  });

  it.each([
    ['say "hi", all', '"say ""hi"", all"'],
    ["two\nlines", '"two\nlines"'],
    ["=cmd|'/c calc'!A1", "'=cmd|'/c calc'!A1"],
    ["+1+1", "'+1+1"],
    ["-2+3", "'-2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ['x;=HYPERLINK("https://a.example")', '"x;\'=HYPERLINK(""https://a.example"")"'],
    ['x;"=1+1"', '"x;\'""=1+1"""'],
    ["x| @SUM(A1)|-1", "x|' @SUM(A1)|'-1"],
    ["x\t+1", "x\t'+1"],
    ["two\n=1", '"two\n\'=1"'],
    ["a;b | c - d", "a;b | c - d"],
    ["=A1,B1", '"\'=A1,B1"'],
  ])("writes the name %j so that no spreadsheet runs or splits it", (name, written) => {
    expect(historyCsv([{ ...change, name }])).toContain(`,${written},1000000000.5,`);
  });
});
