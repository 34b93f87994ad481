import { describe, expect, it } from "vitest";
import { UNIVERSAL_ROUTERS } from "@/lib/features/trade/rules/universal-router";
import { deployment } from "@/lib/schemas/deployment";
import { CHAIN_SLUGS } from "@/lib/shared/chains";

const OTHER = "0xfdf682f51fe81aa4898f0ae2163d8a55c127fbc7";
const manifest = (slug: string, universalRouter: string, universalRouterVersion?: string) => ({
  chainId: 1,
  slug,
  sandbox: false,
  startBlock: 1,
  deployedAt: "2026-01-01T00:00:00.000Z",
  universalRouterVersion,
  contracts: Object.fromEntries(
    [
      ["poolManager", "permit2", "v4Quoter", "stateView", "launchpad", "launchHook"],
      ["feeStream", "managerFactory", "launchLens"],
    ]
      .flat()
      .map((name) => [name, OTHER])
      .concat([["universalRouter", universalRouter]]),
  ),
});

describe("router version of a deployment", () => {
  it.each(CHAIN_SLUGS)("follows from the known router of %s", (slug) => {
    const { address, version } = UNIVERSAL_ROUTERS[slug];
    const { universalRouterVersion } = deployment.parse(manifest(slug, address));
    expect(universalRouterVersion).toBe(version);
  });

  it("is read from the manifest for another router", () => {
    const { universalRouterVersion } = deployment.parse(manifest("base", OTHER, "2.1.1"));
    expect(universalRouterVersion).toBe("2.1.1");
  });

  it("is never guessed for an unknown router", () => {
    const { error } = deployment.safeParse(manifest("base", OTHER));
    expect(error?.issues[0]).toMatchObject({
      // The first deployment of the manifest.
      path: [0, "universalRouterVersion"],
      message: expect.stringContaining("2.0, 2.1.1"),
    });
  });
});
