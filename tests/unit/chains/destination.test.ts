import { describe, expect, it } from "vitest";
import { requireDestinations } from "@/lib/features/chains/require-destinations";
import {
  type DestinationUse,
  findDestinationProblem,
} from "@/lib/features/chains/rules/destination";
import { MANAGER_KINDS } from "@/lib/features/managers/rules/manager-kind";

const USES = ["stream", "referral", "first_buy", "share", "withdrawal"] as const;

describe("a destination", () => {
  it.each(USES)(
    "can be an ordinary account, and no contract, token or zero address, for use %s",
    (use) => {
      expect(findDestinationProblem("account", use)).toBeNull();
      expect(findDestinationProblem("contract", use)).toMatch(/^is a contract/);
      expect(findDestinationProblem("token", use)).toMatch(/^is a token contract/);
      expect(findDestinationProblem("zero", use)).toMatch(/^is the zero address/);
    },
  );

  it.each(MANAGER_KINDS)("can be a %s manager only for the share of another manager", (kind) => {
    const problems = USES.map((use): [DestinationUse, boolean] => [
      use,
      findDestinationProblem(kind, use) !== null,
    ]);
    expect(Object.fromEntries(problems)).toEqual({
      stream: true,
      referral: true,
      first_buy: true,
      share: false,
      withdrawal: true,
    });
  });

  it.each([
    ["revenue", "is a revenue manager; pass it as revenueManagerAddress"],
    ["static_split", "is a fee split manager; pass it as feeSplitManagerAddress"],
    ["dynamic_split", "is a fee split manager; pass it as feeSplitManagerAddress"],
  ] as const)("names the field for a %s manager as the creator", (kind, problem) => {
    expect(findDestinationProblem(kind, "stream")).toBe(problem);
  });

  it("is not looked up when a request names none", async () => {
    const noChain = new Proxy(Object.create(null), {
      get: () => {
        throw new Error("the chain was read");
      },
    });
    await expect(requireDestinations(noChain, [])).resolves.toBeUndefined();
  });
});
