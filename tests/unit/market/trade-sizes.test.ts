import { parseEther } from "viem";
import { describe, expect, it } from "vitest";
import { TRADE_SIZES, volumeDigits } from "@/lib/features/market/rules/trade";

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
