import type { Address } from "viem";
import type { ChainSlug } from "@/lib/shared/chains";

/**
 * Supported releases of Uniswap's Universal Router. Their v4 swaps differ: since 2.1.1 every swap also
 * takes a minimum price per hop.
 */
export const ROUTER_VERSIONS = ["2.0", "2.1.1"] as const;
export type RouterVersion = (typeof ROUTER_VERSIONS)[number];

/**
 * The routers of the real chains. A sandbox deploys 2.0 on every chain, because no npm package
 * contains the bytecode of 2.1.1. The deployed version is `universalRouterVersion` of
 * `/api/v1/config`. Source: @uniswap/universal-router-sdk 5.13.0.
 */
export const UNIVERSAL_ROUTERS = {
  base: { version: "2.0", address: "0x6fF5693b99212Da76ad316178A184AB56D299b43" },
  "base-sepolia": { version: "2.0", address: "0x492E6456D9528771018DeB9E87ef7750EF184104" },
  robinhood: { version: "2.1.1", address: "0x8876789976dEcBfCbBbe364623C63652db8C0904" },
} as const satisfies Record<ChainSlug, { version: RouterVersion; address: Address }>;
