import { expect, it } from "vitest";
import { HOOK_FLAGS, hookFlags } from "@/lib/features/adapters/rules/hook-flags";

it("reads the permissions from the last 14 bits of the address", () => {
  const flags = hookFlags("0xd7a062F7EF398153fa6F442A8327ab85905da8Ec");
  // 0x28EC, the constant of LaunchHook.
  expect(HOOK_FLAGS.filter((name) => flags[name])).toEqual([
    "beforeInitialize",
    "beforeAddLiquidity",
    "beforeSwap",
    "afterSwap",
    "beforeDonate",
    "beforeSwapReturnsDelta",
    "afterSwapReturnsDelta",
  ]);
  const none = hookFlags("0x1234567890123456789012345678901234560000");
  expect(Object.values(none).some(Boolean)).toBe(false);
  const last = hookFlags("0x0000000000000000000000000000000000000001");
  expect(HOOK_FLAGS.filter((name) => last[name])).toEqual(["afterRemoveLiquidityReturnsDelta"]);
});
