import type { Address } from "viem";

/** Hook permissions from the highest of the 14 bits of the address, as `Hooks` of v4-core reads them. */
export const HOOK_FLAGS = [
  "beforeInitialize",
  "afterInitialize",
  "beforeAddLiquidity",
  "afterAddLiquidity",
  "beforeRemoveLiquidity",
  "afterRemoveLiquidity",
  "beforeSwap",
  "afterSwap",
  "beforeDonate",
  "afterDonate",
  "beforeSwapReturnsDelta",
  "afterSwapReturnsDelta",
  "afterAddLiquidityReturnsDelta",
  "afterRemoveLiquidityReturnsDelta",
] as const;
export type HookFlag = (typeof HOOK_FLAGS)[number];
export type HookFlags = Record<HookFlag, boolean>;

/** The permissions that a hook's address grants it. */
export function hookFlags(address: Address): HookFlags {
  const bits = Number(BigInt(address) & 0x3fffn);
  const has = (flag: HookFlag) =>
    (bits & (1 << (HOOK_FLAGS.length - 1 - HOOK_FLAGS.indexOf(flag)))) !== 0;
  return {
    beforeInitialize: has("beforeInitialize"),
    afterInitialize: has("afterInitialize"),
    beforeAddLiquidity: has("beforeAddLiquidity"),
    afterAddLiquidity: has("afterAddLiquidity"),
    beforeRemoveLiquidity: has("beforeRemoveLiquidity"),
    afterRemoveLiquidity: has("afterRemoveLiquidity"),
    beforeSwap: has("beforeSwap"),
    afterSwap: has("afterSwap"),
    beforeDonate: has("beforeDonate"),
    afterDonate: has("afterDonate"),
    beforeSwapReturnsDelta: has("beforeSwapReturnsDelta"),
    afterSwapReturnsDelta: has("afterSwapReturnsDelta"),
    afterAddLiquidityReturnsDelta: has("afterAddLiquidityReturnsDelta"),
    afterRemoveLiquidityReturnsDelta: has("afterRemoveLiquidityReturnsDelta"),
  };
}
