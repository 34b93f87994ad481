import type { ServiceContext } from "../../context";
import { CHAIN_SLUGS, CHAINS } from "../../domain/chains";
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
    chains: configured.map(({ slug, chain }) => {
      const { universalRouter, permit2, v4Quoter, stateView, launchHook } =
        chain.deployment.contracts;
      const { chainId, name, nativeCurrency, blockExplorerUrl } = CHAINS[slug];
      return {
        slug,
        chainId,
        name,
        nativeCurrency,
        blockExplorerUrl,
        sandbox: ctx.env.isSandbox(slug),
        contracts: { universalRouter, permit2, v4Quoter, stateView, launchHook },
        capabilities: capabilitiesOf(chain),
      };
    }),
  };
}
