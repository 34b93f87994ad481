import { z } from "zod";
import { ROUTER_VERSIONS, UNIVERSAL_ROUTERS } from "@/lib/features/trade/rules/universal-router";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { address } from "./common";

const manifest = z.object({
  chainId: z.number().int().positive(),
  slug: z.enum(CHAIN_SLUGS),
  sandbox: z.boolean(),
  /** First block that can hold a log of these contracts. */
  startBlock: z.number().int().nonnegative(),
  deployedAt: z.string(),
  /** Release of `contracts.universalRouter`; optional for the router of the chain's table. */
  universalRouterVersion: z.enum(ROUTER_VERSIONS).optional(),
  /** The launchpad that this generation replaces. */
  previous: address.optional(),
  /**
   * Fee of a purchase at the opening of a protected pool, and the seconds in which it falls to the
   * trading fee; missing if the hook offers no launch protection.
   */
  launchProtection: z
    .object({ startBps: z.number().int().positive(), seconds: z.number().int().positive() })
    .optional(),
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
      /** Only launchpads with `launchWithPermit`; absent means that there is none. */
      walletFundedLaunch: z.boolean(),
    })
    .partial()
    .optional(),
});

const generation = manifest.transform((value, context) => {
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

/** One deployment of all contracts. Its tokens and managers always belong to it. */
export type Generation = z.output<typeof generation>;

/** The generations of a chain, oldest first. */
const generations = z
  .array(generation)
  .nonempty()
  .superRefine((list, context) => {
    const [first] = list;
    for (const [index, one] of list.entries()) {
      const refuse = (path: string, message: string) =>
        context.addIssue({ code: "custom", path: [index, path], message });
      if (one.chainId !== first?.chainId) refuse("chainId", "must be the same in all generations");
      if (one.slug !== first?.slug) refuse("slug", "must be the same in all generations");
      const before = list[index - 1];
      if (before === undefined) continue;
      if (one.startBlock < before.startBlock) refuse("startBlock", "must be oldest first");
      const isRepeated = list.slice(0, index).some(({ contracts }) => isSharing(contracts, one));
      if (isRepeated) refuse("contracts", "must differ from those of every earlier generation");
    }
  });

function isSharing(contracts: Generation["contracts"], other: Generation): boolean {
  const own = ["launchpad", "launchHook", "feeStream", "managerFactory"] as const;
  return own.some((name) => contracts[name] === other.contracts[name]);
}

/**
 * The contracts of a chain: `<slug>.json` in `DEPLOYMENTS_DIR`, or the sandbox's. The file holds one
 * deployment or a list, oldest first. The result is the newest, which launches, with the whole list.
 */
export const deployment = z
  .preprocess((value) => (Array.isArray(value) ? value : [value]), generations)
  .transform((list) => {
    const [oldest, newest] = [list[0], list.at(-1)];
    // The list is not empty.
    if (oldest === undefined || newest === undefined) return z.NEVER;
    return { ...newest, generations: list, firstBlock: oldest.startBlock };
  });
export type Deployment = z.output<typeof deployment>;
