import type { ServiceContext } from "@/lib/context";
import type { ChainSlug } from "@/lib/shared/chains";
import { findUnindexed } from "./find-unindexed";

/**
 * `blocks` is null while nothing of the chain is indexed. Blocks without the configured confirmations do not
 * count: they must not be indexed yet.
 */
export type Lag = { chain: ChainSlug; blocks: number | null; seconds: number };

/**
 * How far the indexed data is behind the chain's node. Both values grow without an indexer: the
 * head is read from the node, because the stored one would not change. A node that does not respond
 * has its own metric; then the stored head counts. A chain that was never indexed is silent since the
 * installation.
 */
export async function measureLag({
  ctx,
}: {
  ctx: Pick<ServiceContext, "chains" | "clock" | "env" | "outbox" | "progress">;
}): Promise<Lag[]> {
  const progress = await ctx.progress.current();
  const nowSeconds = ctx.clock.now().getTime() / 1_000;
  const unindexed = await findUnindexed({ ctx, input: { progress } });
  const lags = await Promise.all(
    progress.map(async ({ chain, head, indexed, updatedAt }) => {
      const node = (await ctx.chains[chain]?.headBlock().catch(() => null)) ?? null;
      const newest = node === null ? head : Math.max(head, Number(node));
      return {
        chain,
        blocks: Math.max(0, newest - ctx.env.confirmations(chain) - indexed),
        seconds: Math.max(0, nowSeconds - updatedAt),
      };
    }),
  );
  return [
    ...lags,
    ...unindexed.map(({ chain, since }) => ({
      chain,
      blocks: null,
      seconds: Math.max(0, nowSeconds - since),
    })),
  ];
}
