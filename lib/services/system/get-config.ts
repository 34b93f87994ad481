import type { ServiceContext } from "../../context";
import { CHAIN_SLUGS, CHAINS } from "../../domain/chains";
import { sharedPoolKey } from "../../domain/trade/pool-key";
import type { Config } from "../../schemas/system";
import { capabilitiesOf } from "../managers/capabilities";

/** The configured chains and what each can do. */
export async function getConfig({ ctx }: { ctx: ServiceContext }): Promise<Config> {
  const configured = CHAIN_SLUGS.flatMap((slug) => {
    const chain = ctx.chains[slug];
    return chain === undefined ? [] : [{ slug, chain }];
  });
  return {
    success: true,
    sandbox: configured.some(({ slug }) => ctx.env.isSandbox(slug)),
    walletConnectProjectId: ctx.env.WALLETCONNECT_PROJECT_ID ?? null,
    marketCapUsdc: {
      default: ctx.env.MARKET_CAP_DEFAULT_USDC,
      min: ctx.env.MARKET_CAP_MIN_USDC,
      max: ctx.env.MARKET_CAP_MAX_USDC,
    },
    chains: configured.map(({ slug, chain }) => {
      const { poolManager, universalRouter, permit2, v4Quoter, stateView } =
        chain.deployment.contracts;
      const { launchHook, launchLens, managerFactory } = chain.deployment.contracts;
      const { universalRouterVersion } = chain.deployment;
      const { chainId, name, nativeCurrency, blockExplorerUrl } = CHAINS[slug];
      return {
        slug,
        chainId,
        name,
        nativeCurrency,
        blockExplorerUrl,
        sandbox: ctx.env.isSandbox(slug),
        tokenData: ctx.env.DATA_CHAINS.includes(slug),
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
        universalRouterVersion,
        poolKey: { ...sharedPoolKey(launchHook), currency1: null },
        capabilities: capabilitiesOf(chain),
      };
    }),
  };
}
