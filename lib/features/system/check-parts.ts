import type { ServiceContext } from "@/lib/context";
import type { AccountReader } from "@/lib/drivers/chain/create-account-reader";
import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import type { ServerSigner } from "@/lib/drivers/chain/create-signer";
import { walletOf } from "@/lib/features/transactions/store/signed-transactions";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { shareFor } from "@/lib/support/share-for";
import type { Health } from "./schema";

/** What the service depends on, each asked for about a second at most. */
export type Parts = {
  nodes: { chain: ChainSlug; answers: boolean }[];
  database: boolean;
  limiter: boolean;
};

/** One check answers everyone who asks within this time: each costs a request to every part. */
const KEPT_MS = 1_000;
/** A node whose newest block and our oldest unmined transaction are older than this does not mine. */
const STALLED_SECONDS = 60;

type Ctx = Pick<
  ServiceContext,
  "chains" | "clock" | "isDatabaseHealthy" | "limiter" | "signedTransactions"
>;

const shared = new WeakMap<Ctx, () => Promise<Parts>>();

/** Asks each part whether it answers, at most once a second. */
export function checkParts({ ctx }: { ctx: Ctx }): Promise<Parts> {
  const check = shared.get(ctx) ?? shareFor(KEPT_MS, () => askParts(ctx));
  shared.set(ctx, check);
  return check();
}

async function askParts(ctx: Ctx): Promise<Parts> {
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

/** Whether a node answers, and mines what we send. */
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
    // The database has a check of its own, and a node that fails here answers nothing else either.
    return true;
  }
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
