import { describe, expect, it } from "vitest";
import { stateWithoutReceipt } from "@/lib/web/launch/launch-transaction";

const sender = { nonce: 7, minedCount: 7 };
const used = { nonce: 7, minedCount: 8 };

describe("a transaction without a receipt", () => {
  it.each([
    ["pending", "the network knows it", { isKnown: true, sender: used, ageMs: 600_000 }],
    ["pending", "it is new", { isKnown: false, sender, ageMs: 59_000 }],
    ["replaced", "its nonce is used", { isKnown: false, sender: used, ageMs: 0 }],
    [
      "lost",
      "the network does not know it after a minute",
      { isKnown: false, sender, ageMs: 61_000 },
    ],
    ["lost", "nothing is known of its sender", { isKnown: false, sender: null, ageMs: 61_000 }],
  ])("is %s if %s", (state, _, facts) => {
    expect(stateWithoutReceipt(facts)).toBe(state);
  });
});
