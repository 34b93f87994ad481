import { type Address, encodeAbiParameters, type Hex, keccak256, zeroAddress } from "viem";

/** Uniswap v4 pool key of a launched token: native ETH pair, no LP fee, the launchpad's hook. */
export type PoolKey = {
  currency0: Address;
  currency1: Address;
  fee: number;
  tickSpacing: number;
  hooks: Address;
};

const TICK_SPACING = 60;
const KEY_TYPES = [
  { type: "address" },
  { type: "address" },
  { type: "uint24" },
  { type: "int24" },
  { type: "address" },
] as const;

/** The part of the pool key that all tokens of a chain share. */
export function sharedPoolKey(hook: Address): Omit<PoolKey, "currency1"> {
  return { currency0: zeroAddress, fee: 0, tickSpacing: TICK_SPACING, hooks: hook };
}

export function poolKeyOf(token: Address, hook: Address): PoolKey {
  return { ...sharedPoolKey(hook), currency1: token };
}

/** The one of several hooks that a token's pool has; null when it is none of them. */
export function hookOfPool(token: Address, poolId: Hex, hooks: readonly Address[]): Address | null {
  return hooks.find((hook) => poolIdOf(poolKeyOf(token, hook)) === poolId) ?? null;
}

/** The pool id, as in events and StateView. */
export function poolIdOf({ currency0, currency1, fee, tickSpacing, hooks }: PoolKey): Hex {
  return keccak256(encodeAbiParameters(KEY_TYPES, [currency0, currency1, fee, tickSpacing, hooks]));
}
