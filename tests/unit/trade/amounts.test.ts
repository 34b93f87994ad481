import fc from "fast-check";
import { numberToHex, parseEther } from "viem";
import { describe, expect, it } from "vitest";
import gasSnapshot from "@/contracts/gas-snapshot.json";
import { raiseEstimate } from "@/lib/features/rpc/raise-estimate";
import {
  amountText,
  explainAmount,
  parseAmount,
  payableWei,
  percentOfBalance,
  spendableWei,
} from "@/lib/features/trade/rules/amounts";

describe("amounts", () => {
  it.each([
    ["1", parseEther("1")],
    ["1.", parseEther("1")],
    [".5", parseEther("0.5")],
    [",5", parseEther("0.5")],
    ["1,5", parseEther("1.5")],
    ["1,000", parseEther("1000")],
    ["1.000,5", parseEther("1000.5")],
    ["007", parseEther("7")],
    ["1 ETH", parseEther("1")],
    ["0.000000000000000001", 1n],
    ["1.2.3", null],
    ["-3", null],
    ["1e3", null],
    ["0.1234567890123456789", null],
    ["", null],
    [".", null],
    ["0.0", null],
    ["abc", null],
    [`1${"0".repeat(24)}`, null],
  ])("%j is %s", (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it("round-trips to the last unit", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 128n - 1n }), (amount) => {
        for (const mark of [".", ","] as const) {
          expect(parseAmount(amountText(amount, mark), mark)).toBe(amount);
        }
      }),
    );
  });

  it.each([
    ["", null],
    ["0", null],
    ["1.5", null],
    ["1e3", "in digits"],
    ["-3", "The amount must not be negative"],
    ["0.1234567890123456789", "at most 18 decimals"],
    [`1${"0".repeat(24)}`, "too large"],
  ])("explains %j as %j", (text, words) => {
    const explained = explainAmount(text);
    if (words === null) expect(explained).toBeNull();
    else expect(explained).toContain(words);
  });

  it("rounds a percentage down to a short amount", () => {
    expect(percentOfBalance(parseEther("1466.148188052372586211"), 50)).toBe(parseEther("733.074"));
    const balance = parseEther("1466.148188052372586211");
    expect(percentOfBalance(balance, 100)).toBe(balance);
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (balance) => {
        expect(percentOfBalance(balance, 75) * 100n).toBeLessThanOrEqual(balance * 75n);
      }),
    );
  });

  it("reserves gas when the whole balance is used", () => {
    const gwei = 10n ** 9n;
    expect(spendableWei(parseEther("1"), gwei)).toBe(parseEther("0.99888"));
    expect(spendableWei(parseEther("0.0001"), gwei)).toBe(0n);
  });

  it("reserves the gas limit of the dearest trade", () => {
    const trades = Object.entries(gasSnapshot).filter(([name]) => /^(buy|sell)[ ,]/.test(name));
    expect(trades.length).toBeGreaterThan(10);
    const dearest = Math.max(...trades.map(([, used]) => used));
    const limit = BigInt(String(raiseEstimate(numberToHex(dearest), [{}])));
    const gwei = 10n ** 9n;
    expect(parseEther("1") - payableWei(parseEther("1"), gwei)).toBeGreaterThan(limit * gwei);
  });

  it.each([false, true])(
    "stays payable after Max while the gas price rises up to twice (managed: %s)",
    (isManaged) => {
      const [balance, gwei] = [parseEther("1"), 10n ** 9n];
      const max = spendableWei(balance, gwei, isManaged);
      expect(payableWei(balance, 2n * gwei, isManaged)).toBeGreaterThanOrEqual(max);
      expect(payableWei(balance, 3n * gwei, isManaged)).toBeLessThan(max);
      expect(payableWei(parseEther("0.0001"), gwei, isManaged)).toBe(0n);
    },
  );
});
