import { z } from "zod";
import { ROUTER_VERSIONS, UNIVERSAL_ROUTERS } from "@/lib/features/trade/rules/universal-router";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { address } from "./common";

const manifest = z.object({
  chainId: z.number().int().positive(),
  slug: z.enum(CHAIN_SLUGS),
  sandbox: z.boolean(),
  startBlock: z.number().int().nonnegative(),
  deployedAt: z.string(),
  /** Release of `contracts.universalRouter`; optional for the router of the chain's table. */
  universalRouterVersion: z.enum(ROUTER_VERSIONS).optional(),
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
  /** Features that the operator has disabled; clients read them from `GET /api/v1/config`. */
  capabilities: z
    .strictObject({
      feeSplitLaunch: z.boolean(),
      existingManager: z.boolean(),
      standaloneManager: z.boolean(),
    })
    .partial()
    .optional(),
});

/** The contracts of a chain: `<slug>.json` in `DEPLOYMENTS_DIR`, or the sandbox's. */
export const deployment = manifest.transform((value, context) => {
  const known = UNIVERSAL_ROUTERS[value.slug];
  const isKnown = value.contracts.universalRouter === known.address;
  const universalRouterVersion =
    value.universalRouterVersion ?? (isKnown ? known.version : undefined);
  if (universalRouterVersion !== undefined) return { ...value, universalRouterVersion };
  context.addIssue({
    code: "custom",
    path: ["universalRouterVersion"],
    message: `must be one of ${ROUTER_VERSIONS.join(", ")} for a router other than ${known.address}`,
  });
  return z.NEVER;
});
export type Deployment = z.output<typeof deployment>;
