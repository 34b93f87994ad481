import type { ServiceContext } from "@/lib/context";
import type { Env } from "@/lib/env";
import { isTradingOn } from "@/lib/features/account-trade/rules/is-trading-on";
import { capabilitiesOf } from "@/lib/features/managers/capabilities";
import { needsProof, pauseOf } from "@/lib/features/settings/rules/settings";
import { sharedPoolKey } from "@/lib/features/trade/rules/pool-key";
import { usernameLookup } from "@/lib/features/users/rules/username-lookup";
import { CHAIN_SLUGS, CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { formatWei } from "@/lib/shared/text/decimal";
import type { Config } from "./schema";

/** Returns the configured chains with their capabilities and ETH prices. */
export async function getConfig({
  ctx,
}: {
  ctx: Pick<ServiceContext, "chains" | "env" | "log" | "mailbox" | "market" | "names" | "settings">;
}): Promise<Config> {
  const configured = CHAIN_SLUGS.flatMap((slug) => {
    const chain = ctx.chains[slug];
    return chain === undefined ? [] : [{ slug, chain }];
  });
  const ethPrices = await readEthPrices(ctx, configured);
  return {
    success: true,
    sandbox: configured.some(({ slug }) => ctx.env.isSandbox(slug)),
    mailbox: ctx.mailbox !== null,
    walletConnectProjectId: ctx.env.WALLETCONNECT_PROJECT_ID ?? null,
    names: ctx.names.isOn,
    usernameLookup: usernameLookup(ctx.env),
    marketCapUsdc: marketCapLimits(ctx.env),
    chains: configured.map(({ slug, chain }) => {
      const { poolManager, universalRouter, permit2, v4Quoter, stateView } =
        chain.deployment.contracts;
      const { launchHook, launchLens, managerFactory } = chain.deployment.contracts;
      const { universalRouterVersion, generations } = chain.deployment;
      const { chainId, name, nativeCurrency, blockExplorerUrl } = CHAINS[slug];
      return {
        slug,
        chainId,
        name,
        nativeCurrency,
        blockExplorerUrl,
        sandbox: ctx.env.isSandbox(slug),
        tokenData: ctx.env.DATA_CHAINS.includes(slug),
        ethUsd: ethPrices.get(chainId) ?? null,
        contracts: {
          poolManager,
          universalRouter,
          permit2,
          v4Quoter,
          stateView,
          launchHook,
          launchLens,
          managerFactory,
        },
        generations: generations.toReversed().map(({ contracts }) => ({
          launchHook: contracts.launchHook,
          launchLens: contracts.launchLens,
          managerFactory: contracts.managerFactory,
        })),
        universalRouterVersion,
        poolKey: { ...sharedPoolKey(launchHook), currency1: null },
        capabilities: capabilitiesOf(chain),
        launching: launchingOn(ctx, slug),
        accountTrading: isTradingOn(ctx.env, slug),
      };
    }),
  };
}

function launchingOn(ctx: Pick<ServiceContext, "settings">, chain: ChainSlug) {
  const settings = ctx.settings.current();
  const pause = pauseOf(settings, chain);
  const proofOfWork = needsProof(settings, chain);
  return { paused: pause !== null, message: pause?.message ?? null, proofOfWork };
}

/** The operator's default, lowest and highest starting market cap, in USDC units (6 decimals). */
export function marketCapLimits(
  env: Pick<Env, "MARKET_CAP_DEFAULT_USDC" | "MARKET_CAP_MIN_USDC" | "MARKET_CAP_MAX_USDC">,
): Config["marketCapUsdc"] {
  return {
    default: env.MARKET_CAP_DEFAULT_USDC,
    min: env.MARKET_CAP_MIN_USDC,
    max: env.MARKET_CAP_MAX_USDC,
  };
}

type EthUsd = Config["chains"][number]["ethUsd"];

/** ETH prices by chain id. Empty if the database is down, because pages need the rest of the config. */
async function readEthPrices(
  ctx: Pick<ServiceContext, "market" | "log">,
  configured: readonly { slug: ChainSlug }[],
): Promise<Map<number, EthUsd>> {
  try {
    const chainIds = configured.map(({ slug }) => CHAINS[slug].chainId);
    const prices = await ctx.market.readEthPrices(chainIds);
    return new Map(
      prices.map(({ chainId, usdE18, updatedAt }) => [
        chainId,
        { value: formatWei(usdE18), updatedAt: Math.floor(updatedAt.getTime() / 1_000) },
      ]),
    );
  } catch (error) {
    ctx.log.warn({ err: error }, "eth price unavailable");
    return new Map();
  }
}
