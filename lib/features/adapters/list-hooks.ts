import type { Address } from "viem";
import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import type { Brand } from "@/lib/shared/brand";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { type HookFlags, hookFlags } from "./rules/hook-flags";

/** Uniswap's names of the chains whose hooks its list has; it has no testnets. */
const LISTED = [
  { slug: "base", chain: "base" },
  { slug: "robinhood", chain: "robinhood" },
] as const satisfies { slug: ChainSlug; chain: string }[];

/** An entry of Uniswap's hook list: https://github.com/Uniswap/hooklist/blob/main/schema.json */
export type HookEntry = {
  hook: {
    address: Address;
    chain: (typeof LISTED)[number]["chain"];
    chainId: number;
    name: string;
    description: string;
    deployer: "";
    verifiedSource: boolean;
    auditUrl: "";
  };
  flags: HookFlags;
  properties: {
    dynamicFee: boolean;
    upgradeable: boolean;
    requiresCustomSwapData: boolean;
    vanillaSwap: boolean;
    swapAccess: "temporal";
  };
};

const DESCRIPTION =
  "Launch pools of native ETH and one token each. The hook takes a fee of the ETH side of every swap for " +
  "the token's fee stream, and for a bid wall below the price whose tokens it burns. All liquidity is " +
  "locked. Swaps open at the start time of a launch and cannot be paused.";

/** The hooks of all deployments as entries for Uniswap's hook list, oldest generation first. */
export function listHooks({
  ctx,
}: {
  ctx: {
    brand: Pick<Brand, "name">;
    chains: Partial<Record<ChainSlug, Pick<ChainIdentity, "deployment">>>;
  };
}): HookEntry[] {
  return LISTED.flatMap(({ slug, chain }) => {
    const generations = ctx.chains[slug]?.deployment.generations ?? [];
    return generations.map(({ contracts }) => ({
      hook: {
        address: contracts.launchHook,
        chain,
        chainId: CHAINS[slug].chainId,
        name: `${ctx.brand.name} LaunchHook`,
        description: DESCRIPTION,
        deployer: "",
        // Set it when the explorer shows the source.
        verifiedSource: false,
        auditUrl: "",
      },
      flags: hookFlags(contracts.launchHook),
      properties: {
        // The LP fee of the pools is 0 and never changes; the hook's own fee is a delta.
        dynamicFee: false,
        upgradeable: false,
        requiresCustomSwapData: false,
        vanillaSwap: false,
        swapAccess: "temporal",
      },
    }));
  });
}
