import type { ServiceContext } from "@/lib/context";
import type { ChainSlug } from "@/lib/shared/chains";

export type Lag = { chain: ChainSlug; blocks: number; seconds: number };

/**
 * How far the indexed data is behind the chain's node. Both values grow without an indexer: the
 * head is read from the node, because the stored one would not change. A node that does not respond
 * has its own metric; then the stored head counts.
 */
export async function measureLag({
  ctx,
}: {
  ctx: Pick<ServiceContext, "chains" | "clock" | "progress">;
}): Promise<Lag[]> {
  const progress = await ctx.progress.current();
  const nowSeconds = ctx.clock.now().getTime() / 1_000;
  return Promise.all(
    progress.map(async ({ chain, head, indexed, updatedAt }) => {
      const node = (await ctx.chains[chain]?.headBlock().catch(() => null)) ?? null;
      const newest = node === null ? head : Math.max(head, Number(node));
      return {
        chain,
        blocks: Math.max(0, newest - indexed),
        seconds: Math.max(0, nowSeconds - updatedAt),
      };
    }),
  );
}
