import { parseEther } from "viem";
import { describe, expect, it } from "vitest";
import { passesFilter, TRADE_SIZES, volumeDigits } from "@/lib/features/market/rules/trade";
import { tradeQuery } from "@/lib/features/market/schema/market";
import { IDENTITIES_MAX } from "@/lib/features/users/rules/account";

it("one request names every wallet of a user: of each identity and the connected one", () => {
  const wallets = Array.from(
    { length: IDENTITIES_MAX + 1 },
    (_, index) => `0x${index.toString(16).padStart(40, "0")}`,
  );
  expect(tradeQuery.safeParse({ trader: wallets.join(",") }).error).toBeUndefined();
});

describe("volumeDigits", () => {
  it.each(TRADE_SIZES)(
    "%s ETH: the numbers of digits of exactly the volumes from it on",
    (size) => {
      const least = parseEther(size);
      const digits = volumeDigits(size);
      const has = (volumeWei: bigint) => digits.includes(String(volumeWei).length);
      expect(has(least)).toBe(true);
      expect(has(least - 1n)).toBe(false);
      expect(has(least * 9n)).toBe(true);
      expect(has(2n ** 128n)).toBe(true);
      expect(digits).toEqual(digits.toSorted((a, b) => a - b));
    },
  );
});

describe("passesFilter", () => {
  const trader = `0x${"aB".repeat(20)}`;
  const other = `0x${"12".repeat(20)}`;

  it.each([
    ["0.1", "0.1", true],
    ["0.099999999999999999", "0.1", false],
    ["0.5", "0.01", true],
    ["9.999999999999999999", "10", false],
    ["10", "10", true],
    ["100", "10", true],
    ["2", "0.001", true],
    ["0.0001", "0.001", false],
    ["0", "0.001", false],
  ] as const)("%s ETH is at least %s ETH: %s", (amountETH, minETH, expected) => {
    expect(passesFilter({ trader, amountETH }, { minETH })).toBe(expected);
  });

  it("passes the named traders in any letter case", () => {
    const trade = { trader, amountETH: "1" };
    expect(passesFilter(trade, {})).toBe(true);
    expect(passesFilter(trade, { trader: `${other},${trader.toLowerCase()}` })).toBe(true);
    expect(passesFilter(trade, { trader: other })).toBe(false);
    expect(passesFilter(trade, { trader, minETH: "10" })).toBe(false);
  });
});
