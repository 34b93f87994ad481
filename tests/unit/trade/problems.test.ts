import { describe, expect, it } from "vitest";
import { REVERT_MEANINGS } from "@/lib/features/trade/rules/problems";
import { tradeErrorsAbi } from "@/lib/shared/abi/trade-errors";

describe("trade errors", () => {
  it("have a meaning for every contract error that is decoded", () => {
    const wrappers = ["Error", "ExecutionFailed", "WrappedError", "UnexpectedRevertBytes"];
    const decoded = new Set(tradeErrorsAbi.map(({ name }) => name));
    // Older contracts revert with a text instead: Error("TRANSFER_FROM_FAILED").
    const named = Object.keys(REVERT_MEANINGS).filter((name) => name !== "TRANSFER_FROM_FAILED");
    expect(named.toSorted()).toEqual(
      [...decoded].filter((name) => !wrappers.includes(name)).sort(),
    );
  });
});
