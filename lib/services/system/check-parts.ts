import type { ServiceContext } from "../../context";
import { CHAIN_SLUGS, type ChainSlug } from "../../domain/chains";
import type { Health } from "../../schemas/system";

/** What the service depends on, each asked for about a second at most. */
export type Parts = {
  nodes: { chain: ChainSlug; answers: boolean }[];
  database: boolean;
  limiter: boolean;
};

/** Asks each part whether it answers. */
export async function checkParts({ ctx }: { ctx: ServiceContext }): Promise<Parts> {
  const [nodes, database, limiter] = await Promise.all([
    Promise.all(
      CHAIN_SLUGS.flatMap((slug) => {
        const chain = ctx.chains[slug];
        if (chain === undefined) return [];
        return [chain.isHealthy().then((answers) => ({ chain: slug, answers }))];
      }),
    ),
    ctx.isDatabaseHealthy(),
    ctx.limiter.isHealthy(),
  ]);
  return { nodes, database, limiter };
}

/** The answer of `/livez` from what was found. */
export function toHealth(ctx: Pick<ServiceContext, "serverWallet">, parts: Parts): Health {
  const checks = {
    rpc: parts.nodes.every(({ answers }) => answers),
    store: parts.database && parts.limiter,
  };
  return {
    success: true,
    status: checks.rpc && checks.store ? "ok" : "degraded",
    serverWallet: ctx.serverWallet,
    checks,
  };
}
