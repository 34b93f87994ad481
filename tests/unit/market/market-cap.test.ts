import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatPrice, marketCapWei, priceEthE36 } from "@/lib/features/market/rules/market-cap";
import { formatScaled, formatWei } from "@/lib/shared/text/decimal";

/** Bounds of Uniswap v4's TickMath. */
const SQRT_PRICE_MIN = 4_295_128_739n;
const SQRT_PRICE_MAX = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n;
const SUPPLY = 100_000_000_000n * 10n ** 18n;
const ONE_TO_ONE = 2n ** 96n;

const sqrtPrice = fc.bigInt({ min: SQRT_PRICE_MIN, max: SQRT_PRICE_MAX });
const supply = fc.bigInt({ min: 0n, max: SUPPLY });

/** A decimal string as a fraction. */
function rational(text: string): { numerator: bigint; denominator: bigint } {
  const [whole = "", fraction = ""] = text.split(".");
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) };
}

describe("marketCapWei", () => {
  it.each([
    { sqrt: ONE_TO_ONE, supplyWei: SUPPLY, wei: SUPPLY },
    { sqrt: ONE_TO_ONE * 2n, supplyWei: 4n, wei: 1n },
    { sqrt: ONE_TO_ONE * 2n, supplyWei: 3n, wei: 0n },
    { sqrt: ONE_TO_ONE, supplyWei: 0n, wei: 0n },
    // A launch at 4,000 USDC with ETH at 3,000.
    {
      sqrt: 21_719_168_392_358_587_927_556_921_398_458_340n,
      supplyWei: SUPPLY,
      wei: 1_330_677_404_763_720_927n,
    },
  ])("returns $wei wei for $supplyWei units at $sqrt", ({ sqrt, supplyWei, wei }) => {
    expect(marketCapWei(sqrt, supplyWei)).toBe(wei);
  });

  it("returns the exact quotient rounded down, at every price and supply", () => {
    fc.assert(
      fc.property(sqrtPrice, supply, (sqrt, supplyWei) => {
        const cap = marketCapWei(sqrt, supplyWei);
        // cap <= supply * 2^192 / sqrt^2 < cap + 1, without a division.
        const exact = supplyWei * 2n ** 192n;
        expect(cap * sqrt * sqrt <= exact && exact < (cap + 1n) * sqrt * sqrt).toBe(true);
      }),
    );
  });

  it.each([0n, -1n])("rejects a price of %s", (sqrt) => {
    expect(() => marketCapWei(sqrt, 1n)).toThrow(RangeError);
    expect(() => priceEthE36(sqrt)).toThrow(RangeError);
  });

  it("rejects a negative supply", () => {
    expect(() => marketCapWei(1n, -1n)).toThrow(RangeError);
  });
});

describe("formatDecimal", () => {
  it.each([
    { scaled: 0n, digits: 18, text: "0" },
    { scaled: 1n, digits: 18, text: "0.000000000000000001" },
    { scaled: 10n ** 18n, digits: 18, text: "1" },
    { scaled: 1_500_000_000_000_000_000n, digits: 18, text: "1.5" },
    { scaled: -1_500_000_000_000_000_000n, digits: 18, text: "-1.5" },
    { scaled: 1_000_000_000_000_000_000_000n, digits: 18, text: "1000" },
    { scaled: 12n, digits: 0, text: "12" },
    { scaled: 10n ** 29n, digits: 36, text: "0.0000001" },
  ])("formats $scaled / 10^$digits as $text", ({ scaled, digits, text }) => {
    expect(formatScaled(scaled, digits)).toBe(text);
  });

  it("is lossless and always a plain decimal", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), (wei) => {
        const text = formatWei(wei);
        expect(text).toMatch(/^(0|[1-9]\d*)(\.\d{0,17}[1-9])?$/);
        const { numerator, denominator } = rational(text);
        expect(numerator * 10n ** 18n).toBe(wei * denominator);
      }),
    );
  });
});

describe("formatPrice", () => {
  it("is one ETH per token at a sqrt price of 2^96", () => {
    expect(formatPrice(ONE_TO_ONE)).toBe("1");
  });

  it("keeps 18 fraction digits, and up to 36 below 1e-18, rounded down", () => {
    fc.assert(
      fc.property(sqrtPrice, (sqrt) => {
        const text = formatPrice(sqrt);
        expect(text).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
        const { numerator, denominator } = rational(text);
        const isTiny = 2n ** 192n * 10n ** 18n < sqrt * sqrt;
        const ulp = 10n ** (isTiny ? 36n : 18n);
        expect((text.split(".")[1] ?? "").length).toBeLessThanOrEqual(isTiny ? 36 : 18);
        // price <= 2^192 / sqrt^2 < price + 1 ulp
        const [low, exact] = [numerator * sqrt * sqrt, 2n ** 192n * denominator];
        expect(low <= exact).toBe(true);
        expect(exact * ulp < (numerator * ulp + denominator) * sqrt * sqrt).toBe(true);
      }),
    );
  });
});
