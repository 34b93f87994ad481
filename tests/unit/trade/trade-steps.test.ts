import { describe, expect, it } from "vitest";
import { listTradeSteps } from "@/lib/features/trade/rules/trade-steps";

describe("transaction plan", () => {
  const none = { permit2: 0n, router: { amount: 0n, expirationSeconds: 0n } };
  const approved = { ...none, permit2: 100n };
  const allowed = { permit2: 100n, router: { amount: 100n, expirationSeconds: 1_060n } };
  const sale = { side: "sell", amountIn: 100n, deadlineSeconds: 1_000n, signs: true } as const;

  it.each([
    ["a buy", { ...sale, side: "buy", allowances: null } as const, ["trade"]],
    ["a first sale", { ...sale, allowances: none }, ["approve", "sign", "trade"]],
    ["a later sale", { ...sale, allowances: approved }, ["sign", "trade"]],
    ["a sale that is allowed", { ...sale, allowances: allowed }, ["trade"]],
    [
      "an allowance that ends too soon",
      { ...sale, deadlineSeconds: 1_001n, allowances: allowed },
      ["sign", "trade"],
    ],
    ["a contract", { ...sale, signs: false, allowances: none }, ["approve", "allow", "trade"]],
  ])("has the right steps for %s", (_name, facts, steps) => {
    expect(listTradeSteps(facts)).toEqual(steps);
  });
});
