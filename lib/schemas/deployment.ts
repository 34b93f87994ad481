import { z } from "zod";
import { CHAIN_SLUGS } from "../domain/chains";
import { address } from "./common";

/** Where the contracts of a chain stand: `<slug>.json` in `DEPLOYMENTS_DIR`, or the sandbox's. */
export const deployment = z.object({
  chainId: z.number().int().positive(),
  slug: z.enum(CHAIN_SLUGS),
  sandbox: z.boolean(),
  startBlock: z.number().int().nonnegative(),
  deployedAt: z.string(),
  contracts: z.object({
    poolManager: address,
    universalRouter: address,
    permit2: address,
    v4Quoter: address,
    stateView: address,
    launchpad: address,
    launchHook: address,
    feeStream: address,
    managerFactory: address,
    launchLens: address,
  }),
  /** What the operator has switched off there; `GET /api/v1/config` tells clients. */
  capabilities: z
    .strictObject({
      feeSplitLaunch: z.boolean(),
      existingManager: z.boolean(),
      standaloneManager: z.boolean(),
    })
    .partial()
    .optional(),
});
export type Deployment = z.output<typeof deployment>;
