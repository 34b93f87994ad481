import { describe, expect, it } from "vitest";
import { quoteGas } from "@/lib/features/fees/quote-transfer";

const GAS = 100n;
const fees = { maxFeePerGas: 10n, maxPriorityFeePerGas: 1n };
/** A quote of an action that the user confirmed with a fee. */
const quote = (feeWei: number, dataFeeWei: number) =>
  quoteGas({
    gas: GAS,
    fees,
    dataFeeWei: BigInt(dataFeeWei),
    confirmed: { field: "feeAtMost", feeWei: BigInt(feeWei) },
  });

describe("quoteGas with a confirmed fee", () => {
  it("offers twice the market fee when nothing has changed", () => {
    expect(quote(6_000, 4_000)).toMatchObject({ maxFeePerGas: 20n, feeWei: 6_000n });
  });

  it("pays a risen data fee from the margins of the confirmed fee", () => {
    expect(quote(6_000, 4_500)).toMatchObject({ maxFeePerGas: 15n, feeWei: 6_000n });
    expect(quote(6_000, 6_000)).toMatchObject({ maxFeePerGas: 10n, feeWei: 6_000n });
    expect(quote(6_000, 10_000)).toMatchObject({ maxFeePerGas: 10n, feeWei: 6_000n });
  });

  it("offers less than the confirmed fee when the data fee has fallen", () => {
    expect(quote(6_000, 1_000)).toMatchObject({ maxFeePerGas: 20n, feeWei: 3_000n });
  });

  it("rejects a confirmed fee below the market fee and the data fee without its margin", () => {
    expect(() => quote(6_000, 10_002)).toThrow("the gas fee has risen");
    expect(() => quote(999, 0)).toThrow("the gas fee has risen");
  });
});
