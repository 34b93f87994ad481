import { describe, expect, it } from "vitest";
import { type PriceFloor, withQuote } from "@/lib/web/trade/run/price-floor";

/** A quote with 1% slippage. */
const quoted = (amountOut: bigint) => ({ amountOut, minimumOut: (amountOut * 99n) / 100n });

/** Shows quotes one after the other, and returns the floor and whether the last one is worse. */
function shown(...outputs: bigint[]) {
  let floor: PriceFloor | null = null;
  let isWorse = false;
  for (const output of outputs) ({ floor, isWorse } = withQuote(floor, "buy 1", quoted(output)));
  return { minimumOut: floor?.minimumOut, isWorse };
}

describe("the least that the user has seen", () => {
  it.each([
    ["one quote", [10_000n], 9_900n, false],
    ["a price within the slippage", [10_000n, 9_950n], 9_900n, false],
    ["a better price", [10_000n, 20_000n], 19_800n, false],
    ["a price below the minimum", [10_000n, 9_899n], 9_900n, true],
    ["a price that falls in small steps", [10_000n, 9_950n, 9_901n, 9_860n], 9_900n, true],
    ["a price that falls and comes back", [10_000n, 9_000n, 9_950n], 9_900n, false],
  ])("is kept with %s", (_name, outputs, minimumOut, isWorse) => {
    expect(shown(...outputs)).toEqual({ minimumOut, isWorse });
  });

  it("starts anew with another order and once the new price is accepted", () => {
    const { floor } = withQuote(null, "buy 1", quoted(10_000n));
    expect(withQuote(floor, "buy 2", quoted(5_000n))).toEqual({
      floor: { order: "buy 2", minimumOut: 4_950n },
      isWorse: false,
    });
    expect(withQuote(null, "buy 1", quoted(5_000n)).isWorse).toBe(false);
  });
});
