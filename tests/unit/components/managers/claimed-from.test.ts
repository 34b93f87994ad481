import { describe, expect, it } from "vitest";
import { claimedFrom } from "@/components/managers/manager-parts-query";
import { ACCOUNT_MANAGERS_MAX } from "@/lib/features/market/schema/fees";

const MANAGER = "0x33F66d12eaCcD1d9f8dB0069e84Cf83C90f98c4c";
const others = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ managerAddress: `0x${i}`, claimed: "1" }));

describe("what a manager has paid to an earner", () => {
  it("is that of the listed manager, and zero without it", () => {
    expect(claimedFrom([...others(3), { managerAddress: MANAGER, claimed: "2" }], MANAGER)).toBe(
      "2",
    );
    expect(claimedFrom(others(3), MANAGER)).toBe("0");
  });

  it("is unknown if the list is full, because the most owed come first", () => {
    expect(claimedFrom(others(ACCOUNT_MANAGERS_MAX), MANAGER)).toBeNull();
  });
});
