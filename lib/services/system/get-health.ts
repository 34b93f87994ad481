import type { ServiceContext } from "../../context";
import type { Health } from "../../schemas/system";

/** Asks everything that the service depends on, each within about a second. */
export async function getHealth({ ctx }: { ctx: ServiceContext }): Promise<Health> {
  const chains = Object.values(ctx.chains);
  const [rpc, database, limiter] = await Promise.all([
    Promise.all(chains.map((chain) => chain.isHealthy())),
    ctx.isDatabaseHealthy(),
    ctx.limiter.isHealthy(),
  ]);
  const checks = { rpc: rpc.every(Boolean), store: database && limiter };
  return {
    success: true,
    status: checks.rpc && checks.store ? "ok" : "degraded",
    serverWallet: ctx.serverWallet,
    checks,
  };
}
