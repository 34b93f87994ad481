import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import { unixSeconds } from "@/lib/features/market/render-token";
import type { EventRow } from "@/lib/features/market/store/events/read-events";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import { BLOCK_END } from "./event-id";
import {
  type BlockPosition,
  type Frame,
  renderFigures,
  renderNotice,
  renderRow,
} from "./render-event";

/** Frames of one step, in order. */
export type FrameBatch = {
  frames: readonly Frame[];
  /** All of them; made once for all listeners. */
  bytes(): Buffer;
  /** Whether these are events after a block, and nothing else. */
  isAllAfter(block: number): boolean;
  /** Whether these are figures of tokens, which only some listeners want. */
  isFigures: boolean;
};

/** A chain's events as they are indexed, read once for all who listen. */
export type MarketFeed = {
  /**
   * Calls back with the frames of each step until the answer's `end` is called. Answers where the
   * feed stands; everything later reaches the listener.
   * @param wantsFigures whether it gets figures of tokens too
   * @throws AppError dependency_unavailable while the chain cannot be read
   */
  join(listener: Listener, wantsFigures: boolean): Promise<{ end(): void }>;
  /** Where the feed stands; null while nobody listens. */
  position(): BlockPosition | null;
  /** Figures of these tokens now. */
  figuresOf(tokens: readonly Address[]): Promise<Frame[]>;
  /** Looks for new rows now. @param token one whose metadata is new */
  wake(token: Address | null): void;
};
type Listener = (batch: FrameBatch) => void;

/** More events than this in one step are a backfill, which nobody reads event by event. */
const STEP_MAX = 5_000;
const TRAIL_MAX = 512;
const RETRY_MS = 1_000;
/** Figures of a chain's tokens are read this often at most, and of so many tokens at a time. */
const FIGURES_EVERY_MS = 500;
const FIGURES_MAX = 500;

type Ctx = Pick<ServiceContext, "env" | "clock" | "market" | "log">;

/**
 * Follows the rows of a chain while somebody listens. Each step reads the rows after the last one
 * together with what says whether that one is still on the chain, so notifications may be lost,
 * doubled or late, and the database may restart: what is told stays true.
 */
export function createMarketFeed(ctx: Ctx, chain: ChainSlug): MarketFeed {
  const { chainId } = CHAINS[chain];
  /** With whether each wants figures. */
  const listeners = new Map<Listener, boolean>();
  /** Tokens whose figures changed since they were told. */
  const changed = new Set<Address>();
  let figuresPause: NodeJS.Timeout | null = null;
  /** Where the feed has stood, oldest first; the last is where it stands. */
  let trail: BlockPosition[] = [];
  let running: Promise<void> | null = null;
  let isDue = false;
  let retry: NodeJS.Timeout | null = null;

  const tell = (frames: readonly Frame[]) => {
    if (frames.length === 0) return;
    const batch = toBatch(frames);
    for (const [listener, wantsFigures] of listeners) {
      if (wantsFigures || !batch.isFigures) listener(batch);
    }
  };

  /** Tells the figures of what changed: at once after a quiet time, else together a little later. */
  function tellFigures(): void {
    const isWanted = [...listeners.values()].some((wants) => wants);
    if (!isWanted) changed.clear();
    if (changed.size === 0 || figuresPause !== null) return;
    figuresPause = setTimeout(() => {
      figuresPause = null;
      tellFigures();
    }, FIGURES_EVERY_MS);
    figuresPause.unref();
    const due = [...changed].slice(0, FIGURES_MAX);
    for (const token of due) changed.delete(token);
    figuresOf(due).then(tell, (err: unknown) => {
      ctx.log.warn({ err, chain }, "could not read token figures; retrying");
      for (const token of due) changed.add(token);
    });
  }

  async function figuresOf(addresses: readonly Address[]): Promise<Frame[]> {
    const now = unixSeconds(ctx);
    const rows = await ctx.market.findFigures({ chainId, addresses, now });
    return rows.map((row) => renderFigures(ctx, row));
  }

  const read = (at: BlockPosition | undefined, hashesOf: readonly number[]) =>
    ctx.market.readEvents({
      chainId,
      after: { block: at?.block ?? Number.MAX_SAFE_INTEGER, logIndex: BLOCK_END },
      limit: STEP_MAX + 1,
      hashesOf,
    });

  /** @returns whether there may be more to read */
  async function step(): Promise<boolean> {
    const at = trail.at(-1);
    const page = await read(at, at === undefined ? [] : [at.block]);
    if (page === null) return false;
    const { checkpoint } = page;
    if (at === undefined) {
      trail = [checkpoint];
      return false;
    }
    if (page.hashes.get(at.block) !== at.hash) return goBack(at);
    if (page.events.length > STEP_MAX) return restart(checkpoint, "too_many");
    if (checkpoint.block === at.block) return false;
    trail = [...trail, ...blocksOf(page.events, checkpoint)].slice(-TRAIL_MAX);
    tell(page.events.map(renderRow));
    for (const { token } of page.events) changed.add(token);
    tellFigures();
    return false;
  }

  /** Where the feed stands is not on the chain any more: finds the newest place that is. */
  async function goBack(at: BlockPosition): Promise<boolean> {
    const places = trail;
    const page = await read(
      at,
      places.map(({ block }) => block),
    );
    if (page === null) return false;
    const fork = places.findLast(({ block, hash }) => page.hashes.get(block) === hash);
    if (fork === undefined) return restart(page.checkpoint, "reorg");
    trail = places.slice(0, places.lastIndexOf(fork) + 1);
    tell([renderNotice(fork, { event: "reorg", data: { block: fork.block } })]);
    return true;
  }

  function restart(checkpoint: BlockPosition, reason: "reorg" | "too_many"): boolean {
    trail = [checkpoint];
    const data = { block: checkpoint.block, reason };
    tell([renderNotice(checkpoint, { event: "reset", data })]);
    return false;
  }

  async function run(): Promise<void> {
    try {
      while (isDue) {
        isDue = false;
        if (await step()) isDue = true;
      }
    } finally {
      running = null;
    }
  }

  function wake(): Promise<void> {
    isDue = true;
    running ??= run();
    return running;
  }

  function wakeAndRetry(): void {
    if (listeners.size === 0) return;
    wake().catch((err: unknown) => {
      ctx.log.warn({ err, chain }, "could not read the market stream; retrying");
      if (retry !== null || listeners.size === 0) return;
      retry = setTimeout(() => {
        retry = null;
        wakeAndRetry();
      }, RETRY_MS);
      retry.unref();
    });
  }

  return {
    position: () => trail.at(-1) ?? null,
    figuresOf,
    wake(token) {
      if (token !== null) changed.add(token);
      tellFigures();
      wakeAndRetry();
    },
    async join(listener, wantsFigures) {
      if (listeners.size === 0) trail = [];
      listeners.set(listener, wantsFigures);
      const end = () => {
        listeners.delete(listener);
      };
      try {
        if (trail.length === 0) await wake();
        if (trail.length === 0) throw new Error("nothing of the chain is indexed");
      } catch (cause) {
        end();
        const text = "The stream is unavailable. Try again later.";
        throw new AppError("dependency_unavailable", text, { cause, retryAfterSeconds: 5 });
      }
      return { end };
    },
  };
}

/** The blocks that events stand in, and the checkpoint: where a fork may be found later. */
function blocksOf(events: readonly EventRow[], checkpoint: BlockPosition): BlockPosition[] {
  const found = new Map<number, BlockPosition>();
  for (const { block, blockHash } of events) {
    if (blockHash !== null) found.set(block, { block, hash: blockHash });
  }
  found.set(checkpoint.block, checkpoint);
  return [...found.values()];
}

function toBatch(frames: readonly Frame[]): FrameBatch {
  let joined: Buffer | null = null;
  const isPlain = frames.every(({ event }) => event === "launch" || event === "trade");
  const isFigures = frames.every(({ event }) => event === "token");
  const first = frames[0]?.block ?? 0;
  return {
    frames,
    isFigures,
    isAllAfter: (block) => isPlain && first > block,
    bytes() {
      joined ??= Buffer.concat(frames.map(({ bytes }) => bytes));
      return joined;
    },
  };
}
