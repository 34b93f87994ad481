import { describe, expect, it } from "vitest";
import { isListable } from "@/lib/features/market/rules/listed-names";
import { uniswapTokenList } from "@/lib/features/market/schema/market";

const entry = uniswapTokenList.shape.tokens.element;
const ROCKET = "\u{1F680}";

describe("tokens of the token list", () => {
  it.each([
    ["plain", "First Light", "LIGHT", true],
    ["the longest symbol with an emoji", "First Light", `${"A".repeat(19)}${ROCKET}`, true],
    ["the longest name of emojis", ROCKET.repeat(60), ROCKET.repeat(20), true],
    ["a long symbol", "First Light", "A".repeat(21), false],
    ["a long name", ROCKET.repeat(61), "LIGHT", false],
    ["a symbol with a space", "First Light", "A B", false],
    ["a name with a line break", "First\nLight", "LIGHT", false],
    ["no name", "", "LIGHT", false],
  ])("are those that its schema accepts: %s", (_, name, symbol, expected) => {
    const address = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
    const token = { chainId: 8453, address, name, symbol, decimals: 18 };
    expect(isListable(token)).toBe(expected);
    expect(entry.safeParse(token).success).toBe(expected);
  });
});
