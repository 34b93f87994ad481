import type { ServiceContext } from "@/lib/context";
import type { AccountReader } from "@/lib/drivers/chain/create-account-reader";
import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import type { ServerSigner } from "@/lib/drivers/chain/create-signer";
import { walletOf } from "@/lib/features/transactions/store/signed-transactions";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { shareFor } from "@/lib/support/share-for";
import type { Health } from "./schema";

/** Health of the dependencies. */
export type Parts = {
  nodes: { chain: ChainSlug; answers: boolean }[];
  database: boolean;
  limiter: boolean;
};

/** Concurrent and later requests share one check for this long; it queries every dependency. */
const SHARED_MS = 1_000;
/** A node is stalled if its newest block and the oldest pending transaction are older than this. */
const STALLED_SECONDS = 60;

type Ctx = Pick<
  ServiceContext,
  "chains" | "clock" | "isDatabaseHealthy" | "limiter" | "signedTransactions"
>;

const shared = new WeakMap<Ctx, () => Promise<Parts>>();

/** Checks each dependency, at most once per second. */
export function checkParts({ ctx }: { ctx: Ctx }): Promise<Parts> {
  const check = shared.get(ctx) ?? shareFor(SHARED_MS, () => queryParts(ctx));
  shared.set(ctx, check);
  return check();
}

async function queryParts(ctx: Ctx): Promise<Parts> {
  const [nodes, database, limiter] = await Promise.all([
    Promise.all(
      CHAIN_SLUGS.flatMap((slug) => {
        const chain = ctx.chains[slug];
        if (chain === undefined) return [];
        return [isMining(ctx, chain).then((answers) => ({ chain: slug, answers }))];
      }),
    ),
    ctx.isDatabaseHealthy(),
    ctx.limiter.isHealthy(),
  ]);
  return { nodes, database, limiter };
}

/** Whether a node responds and mines our transactions. */
async function isMining(
  ctx: Pick<ServiceContext, "clock" | "signedTransactions">,
  chain: ChainIdentity & ServerSigner & AccountReader,
): Promise<boolean> {
  if (!(await chain.isHealthy())) return false;
  const nowSeconds = ctx.clock.now().getTime() / 1_000;
  const isOld = (seconds: number) => nowSeconds - seconds > STALLED_SECONDS;
  try {
    const unmined = await ctx.signedTransactions.listUnsettled(walletOf(chain));
    if (!unmined.some(({ createdAt }) => isOld(createdAt.getTime() / 1_000))) return true;
    return !isOld(Number(await chain.timestamp()));
  } catch {
    // The database has its own check, and `isHealthy` covers a node that does not respond.
    return true;
  }
}

/** The response of `/livez`. */
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
