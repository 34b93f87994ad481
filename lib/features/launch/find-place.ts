import type { ServiceContext } from "@/lib/context";
import type { ChainSlug } from "@/lib/shared/chains";

type Ctx = Pick<ServiceContext, "transactions">;
type Queue = Awaited<ReturnType<Ctx["transactions"]["queue"]>>;
type Place = { position: number; recentSeconds: number[] };

/** Clients poll their launch several times a second. */
const QUEUE_KEPT_MS = 100;
const WATCHED_MAX = 10_000;

type Watch = {
  queues: Map<ChainSlug, { asked: Promise<Queue>; until: number; endings: number }>;
  /** Chains of the launches that are polled here. */
  chains: Map<string, ChainSlug>;
};
const watches = new WeakMap<Ctx["transactions"], Watch>();

/**
 * The place of an open launch in its chain's queue, and durations of the chain's latest launches. All
 * who wait poll it, so they share one query.
 */
export async function findPlace({
  ctx,
  launch,
}: {
  ctx: Ctx;
  launch: { id: string; chain: ChainSlug };
}): Promise<Place> {
  const { chains } = watchOf(ctx);
  if (chains.size >= WATCHED_MAX) chains.clear();
  chains.set(launch.id, launch.chain);
  const { ids, recentSeconds } = await readQueue(ctx, launch.chain);
  const place = ids.indexOf(launch.id);
  // Accepted after the query.
  return { position: place === -1 ? ids.length : place, recentSeconds };
}

/**
 * State and place of a launch that `findPlace` was asked for before, from the query that all share.
 * @returns null if it is not known to be open
 */
export async function findWatched({
  ctx,
  id,
}: {
  ctx: Ctx;
  id: string;
}): Promise<(Place & { state: "waiting" | "active" }) | null> {
  const { chains } = watchOf(ctx);
  const chain = chains.get(id);
  if (chain === undefined) return null;
  const { ids, active, recentSeconds } = await readQueue(ctx, chain);
  const position = ids.indexOf(id);
  if (position === -1) {
    chains.delete(id);
    return null;
  }
  return { state: active.includes(id) ? "active" : "waiting", position, recentSeconds };
}

function watchOf({ transactions }: Ctx): Watch {
  const known = watches.get(transactions) ?? { queues: new Map(), chains: new Map() };
  watches.set(transactions, known);
  return known;
}

/** The queue of a chain, read again as soon as this server has ended one of its launches. */
function readQueue(ctx: Ctx, chain: ChainSlug): Promise<Queue> {
  const { queues } = watchOf(ctx);
  const now = performance.now();
  const endings = ctx.transactions.endings();
  const known = queues.get(chain);
  if (known !== undefined && now < known.until && known.endings === endings) return known.asked;
  const asked = ctx.transactions.queue(chain);
  const read = { asked, until: now + QUEUE_KEPT_MS, endings };
  queues.set(chain, read);
  asked.catch(() => {
    if (queues.get(chain) === read) queues.delete(chain);
  });
  return asked;
}
