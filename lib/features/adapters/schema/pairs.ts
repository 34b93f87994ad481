import { z } from "zod";
import { checksumAddress, hash32 } from "@/lib/schemas/common";
import { amount, metadata, poolId } from "./values";

/** Assets and pairs as DEX Screener and GeckoTerminal read them; sources in `events.ts`. */

const asset = {
  id: checksumAddress.meta({ description: "Address of the token; the zero address for ETH." }),
  name: z.string().min(1),
  symbol: z.string().min(1),
  totalSupply: amount.optional().meta({ description: "Current supply; absent for ETH." }),
  circulatingSupply: amount.optional(),
  coinGeckoId: z.string().min(1).optional(),
  metadata: metadata.optional(),
};
export const dexScreenerAsset = z.strictObject({ asset: z.strictObject(asset) });
export const geckoTerminalAsset = z.strictObject({
  asset: z.strictObject({ ...asset, decimals: z.literal(18) }),
});

const pair = {
  id: poolId,
  dexKey: z.string().min(1).meta({ description: "Name of the launchpad, for programs." }),
  asset0Id: checksumAddress.meta({ description: "The token." }),
  asset1Id: checksumAddress.meta({ description: "The zero address: ETH." }),
  createdAtBlockNumber: z.number().int().nonnegative(),
  createdAtBlockTimestamp: z.number().int().nonnegative(),
  createdAtTxnId: hash32,
  feeBps: z.number().int().positive().meta({ description: "Part of the ETH side of every trade." }),
};
export const dexScreenerPair = z.strictObject({ pair: z.strictObject(pair) });
export const geckoTerminalPair = z.strictObject({
  pair: z.strictObject({ ...pair, creator: checksumAddress }),
});

export type DexScreenerAsset = z.output<typeof dexScreenerAsset>;
export type GeckoTerminalAsset = z.output<typeof geckoTerminalAsset>;
export type DexScreenerPair = z.output<typeof dexScreenerPair>;
export type GeckoTerminalPair = z.output<typeof geckoTerminalPair>;
