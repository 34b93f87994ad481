import type { ServiceContext } from "@/lib/context";
import type { ChainSlug } from "@/lib/shared/chains";
import { shareFor } from "@/lib/shared/share-for";

type Ctx = Pick<ServiceContext, "transactions">;
type Queue = Awaited<ReturnType<Ctx["transactions"]["queue"]>>;

/** Clients poll their position a few times a second. */
const QUEUE_KEPT_MS = 250;

const queues = new WeakMap<Ctx["transactions"], Map<ChainSlug, () => Promise<Queue>>>();

/**
 * The position of an open launch in its chain's queue, and durations of the chain's latest launches.
 * All waiting clients poll it, so they share one query.
 */
export async function findQueuePosition({
  ctx,
  launch,
}: {
  ctx: Ctx;
  launch: { id: string; chain: ChainSlug };
}): Promise<{ position: number; recentSeconds: number[] }> {
  const { ids, recentSeconds } = await queueOf(ctx, launch.chain)();
  const index = ids.indexOf(launch.id);
  // Accepted after the query.
  return { position: index === -1 ? ids.length : index, recentSeconds };
}

function queueOf({ transactions }: Ctx, chain: ChainSlug): () => Promise<Queue> {
  const known = queues.get(transactions) ?? new Map<ChainSlug, () => Promise<Queue>>();
  queues.set(transactions, known);
  const shared = known.get(chain) ?? shareFor(QUEUE_KEPT_MS, () => transactions.queue(chain));
  known.set(chain, shared);
  return shared;
}
