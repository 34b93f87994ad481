import { z } from "zod";
import { CHAIN_SLUGS } from "../domain/chains";
import { checksumAddress } from "./common";

export const health = z.strictObject({
  success: z.literal(true),
  status: z.enum(["ok", "degraded"]),
  serverWallet: checksumAddress,
  checks: z.strictObject({ rpc: z.boolean(), store: z.boolean() }),
});
export type Health = z.output<typeof health>;

export const config = z.strictObject({
  success: z.literal(true),
  sandbox: z.boolean(),
  chains: z.array(
    z.strictObject({
      slug: z.enum(CHAIN_SLUGS),
      chainId: z.number().int().positive(),
      name: z.string(),
      nativeCurrency: z.string(),
      blockExplorerUrl: z.url(),
      capabilities: z.strictObject({
        feeSplitLaunch: z.boolean(),
        existingManager: z.boolean(),
        standaloneManager: z.boolean(),
      }),
    }),
  ),
});
export type Config = z.output<typeof config>;
