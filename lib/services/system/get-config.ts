import type { ServiceContext } from "../../context";
import { CHAIN_SLUGS, CHAINS } from "../../domain/chains";
import type { Config } from "../../schemas/system";

/** The configured chains and what each can do. */
export async function getConfig({ ctx }: { ctx: ServiceContext }): Promise<Config> {
  const configured = CHAIN_SLUGS.filter((slug) => ctx.chains[slug] !== undefined);
  return {
    success: true,
    sandbox: configured.some((slug) => ctx.env.isSandbox(slug)),
    chains: configured.map((slug) => {
      const { chainId, name, nativeCurrency, blockExplorerUrl } = CHAINS[slug];
      return {
        slug,
        chainId,
        name,
        nativeCurrency,
        blockExplorerUrl,
        capabilities: { feeSplitLaunch: false, existingManager: false, standaloneManager: false },
      };
    }),
  };
}
