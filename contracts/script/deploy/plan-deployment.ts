import { type Address, concat, getCreate2Address, type Hex, keccak256, zeroAddress } from "viem";
import type { RouterVersion } from "@/lib/features/trade/rules/universal-router";
import type { ChainSlug } from "@/lib/shared/chains";
import { type ArtifactName, initCode } from "../build/artifact";
import { PERIPHERY, type Periphery, SANDBOX_ETH_USD, type Settings } from "./chain-config";
import { mineHookSalt } from "./mine-hook-salt";

/** The deterministic deployer at this address on every chain, including anvil. */
export const CREATE2_FACTORY: Address = "0x4e59b44847b379578588920cA78FbF26c0B4956C";

export const ZERO_SALT: Hex = `0x${"00".repeat(32)}`;
/** The salt that gives Permit2 its canonical address. */
const PERMIT2_SALT: Hex = "0x0000000000000000000000000000000000000000d3af2663da51c10215000000";

/** Version of the Universal Router on sandbox chains. */
export const SANDBOX_ROUTER_VERSION: RouterVersion = "2.0";

/** A contract to create; `data` is the input of the CREATE2 factory. */
export type Step = {
  key: string;
  contract: ArtifactName;
  args: readonly unknown[];
  address: Address;
  data: Hex;
};

export type DeploymentPlan = {
  steps: Step[];
  periphery: Periphery;
  feed: Address;
  launchpad: Address;
  launchHook: Address;
  tokenFactory: Address;
  managerFactory: Address;
  launchLens: Address;
  marketCapPrice: Address;
  hookSalt: { initCodeHash: Hex; salt: Hex };
};

export type PlanInput = {
  /** Becomes owner of the launchpad. */
  owner: Address;
  /** Sends the deployment, and may connect the launchpad to its hook. */
  connector: Address;
  /** The first launcher. */
  launcher: Address;
  /** The launchpad that this deployment replaces; null for the first. */
  previous: Address | null;
  settings: Settings;
  slug: ChainSlug;
  /** True: also deploys Uniswap's contracts, which exist on real chains. */
  sandbox: boolean;
  /** ETH/USD feed; null means the fixed feed of the sandbox. */
  feed: Address | null;
  /** A salt mined earlier; used if the init code is equal. */
  knownSalt?: { initCodeHash: Hex; salt: Hex } | undefined;
};

/** Computes all contracts of a deployment and their addresses, without a chain. */
export function planDeployment(input: PlanInput): DeploymentPlan {
  const { settings } = input;
  const steps: Step[] = [];
  const add = (
    key: string,
    contract: ArtifactName,
    args: readonly unknown[],
    salt: Hex = ZERO_SALT,
  ): Address => {
    const step = stepFor(key, contract, args, salt);
    steps.push(step);
    return step.address;
  };

  const periphery = input.sandbox ? addPeriphery(add, input) : PERIPHERY[input.slug];
  const feed = input.feed ?? add("ethUsdFeed", "FixedEthUsdFeed", [SANDBOX_ETH_USD]);
  const { price } = settings;
  const marketCapPrice = add("marketCapPrice", "MarketCapPrice", priceArguments(feed, price));
  const tokenFactory = add("tokenFactory", "TokenFactory", []);
  const launchpad = add("launchpad", "Launchpad", [
    input.owner,
    input.connector,
    input.launcher,
    tokenFactory,
    marketCapPrice,
    input.previous ?? zeroAddress,
  ]);
  const hookArgs = [
    periphery.poolManager,
    launchpad,
    settings.feeBps,
    settings.anchorSpeed,
    settings.wallThresholdWei,
    settings.protectionStartBps,
    settings.protectionSeconds,
  ];
  const initCodeHash = keccak256(initCode("LaunchHook", hookArgs));
  const salt =
    input.knownSalt?.initCodeHash === initCodeHash
      ? input.knownSalt.salt
      : mineHookSalt(CREATE2_FACTORY, initCodeHash);
  const launchHook = add("launchHook", "LaunchHook", hookArgs, salt);
  const managerFactory = add("managerFactory", "ManagerFactory", [launchHook]);
  const launchLens = add("launchLens", "LaunchLens", [launchHook, managerFactory]);
  return {
    steps,
    periphery,
    feed,
    launchpad,
    launchHook,
    tokenFactory,
    managerFactory,
    launchLens,
    marketCapPrice,
    hookSalt: { initCodeHash, salt },
  };
}

/** Constructor arguments of MarketCapPrice. */
export function priceArguments(feed: Address, price: Settings["price"]) {
  return [
    {
      feed,
      heartbeat: price.heartbeatSeconds,
      minUsd: price.minUsd,
      maxUsd: price.maxUsd,
      sequencerFeed: price.sequencerFeed,
      sequencerGrace: price.sequencerGraceSeconds,
      minMarketCapUsdc: price.minMarketCapUsdc,
      maxMarketCapUsdc: price.maxMarketCapUsdc,
    },
  ] as const;
}

/** A contract that is created through the CREATE2 factory. */
export function stepFor(
  key: string,
  contract: ArtifactName,
  args: readonly unknown[],
  salt: Hex = ZERO_SALT,
): Step {
  const code = initCode(contract, args);
  const address = getCreate2Address({ from: CREATE2_FACTORY, salt, bytecode: code });
  return { key, contract, args, address, data: concat([salt, code]) };
}

/** Uniswap's contracts from npm packages, for chains without them; never on a real chain. */
function addPeriphery(
  add: (key: string, contract: ArtifactName, args: readonly unknown[], salt?: Hex) => Address,
  { owner, slug }: Pick<PlanInput, "owner" | "slug">,
): Periphery {
  const permit2 = add("permit2", "Permit2", [], PERMIT2_SALT);
  const poolManager = add("poolManager", "PoolManager", [owner]);
  const router = routerStep({ slug, permit2, poolManager });
  const universalRouter = add(router.key, router.contract, router.args);
  const v4Quoter = add("v4Quoter", "V4Quoter", [poolManager]);
  const stateView = add("stateView", "StateView", [poolManager]);
  return { permit2, poolManager, universalRouter, v4Quoter, stateView, weth: PERIPHERY[slug].weth };
}

/** The router of a sandbox chain, where all pools are v4 pools. */
export function routerStep(input: {
  slug: ChainSlug;
  permit2: Address;
  poolManager: Address;
}): Step {
  const { slug, permit2, poolManager } = input;
  const parameters = {
    permit2,
    weth9: PERIPHERY[slug].weth,
    v2Factory: zeroAddress,
    v3Factory: zeroAddress,
    pairInitCodeHash: ZERO_SALT,
    poolInitCodeHash: ZERO_SALT,
    v4PoolManager: poolManager,
    v3NFTPositionManager: zeroAddress,
    v4PositionManager: zeroAddress,
  };
  return stepFor("universalRouter", "uniswap/UniversalRouter-2.0", [parameters], ZERO_SALT);
}
