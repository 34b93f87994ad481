import type { ServiceContext } from "@/lib/context";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import type { ChainProgress } from "./schema";

/** A chain that no indexer has ever written; `since` is the installation, in Unix seconds. */
export type Unindexed = { chain: ChainSlug; since: number };

/**
 * The real chains without progress. Without them an indexer that has failed from the start would raise
 * no alert. Sandbox chains are started together with their indexer.
 */
export async function findUnindexed({
  ctx,
  input: { progress },
}: {
  ctx: Pick<ServiceContext, "chains" | "env" | "outbox">;
  input: { progress: readonly ChainProgress[] };
}): Promise<Unindexed[]> {
  const missing = CHAIN_SLUGS.filter(
    (chain) =>
      ctx.chains[chain] !== undefined &&
      ctx.env.realmOf(chain) === "live" &&
      !progress.some((one) => one.chain === chain),
  );
  if (missing.length === 0) return [];
  const installedAt = await ctx.outbox.installedAt();
  if (installedAt === null) return [];
  const since = Math.floor(installedAt.getTime() / 1_000);
  return missing.map((chain) => ({ chain, since }));
}
