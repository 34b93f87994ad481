import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import { unixSeconds } from "@/lib/features/market/render/token";
import type { EventRow } from "@/lib/features/market/store/events/read-events";
import type { FiguresRow } from "@/lib/features/market/store/market";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import { duringRequest } from "@/lib/support/calls/dependency";
import { BLOCK_END } from "./event-id";
import {
  type BlockPosition,
  type Frame,
  renderFigures,
  renderNotice,
  renderRemoval,
  renderRow,
} from "./render-event";

export type FrameBatch = {
  frames: readonly Frame[];
  /** All frames, concatenated once for all listeners. */
  bytes(): Buffer;
  /**
   * Whether a client of the whole chain that has all events up to `block` gets every frame: figures,
   * or launches and trades after it, and none of a hidden token.
   */
  isAllAfter(block: number): boolean;
  /** Whether the batch holds token figures, which only some listeners request. */
  isFigures: boolean;
};

/** The indexed events of a chain, read once for all listeners. */
export type MarketFeed = {
  /**
   * Calls the listener with every batch after the feed's position, until `end` is called.
   * @param wantsFigures whether the listener also gets token figures
   * @throws AppError dependency_unavailable while the index cannot be read
   */
  subscribe(listener: Listener, wantsFigures: boolean): Promise<{ end(): void }>;
  /** The last block of the feed; null without listeners. */
  position(): BlockPosition | null;
  /** Reads the current figures of tokens. */
  figuresOf(tokens: readonly Address[]): Promise<Frame[]>;
  /** Reads new rows now. @param token token with new metadata */
  notify(token: Address | null): void;
};
type Listener = (batch: FrameBatch) => void;

/** More events than this in one step are a backfill; listeners get `reset` instead. */
const STEP_MAX = 5_000;
const HISTORY_MAX = 512;
const RETRY_MS = 1_000;
/** Minimum interval between reads of token figures, and maximum tokens per read. */
const FIGURES_EVERY_MS = 500;
const FIGURES_MAX = 500;

type Ctx = Pick<ServiceContext, "env" | "clock" | "decisions" | "market" | "log">;

/**
 * Follows the indexed rows of a chain while it has listeners. Each step reads the new rows together
 * with the hash of the last block, which detects a reorg. The feed therefore stays correct when
 * notifications are lost, repeated or late and when the database restarts.
 */
export function createMarketFeed(ctx: Ctx, chain: ChainSlug): MarketFeed {
  const { chainId } = CHAINS[chain];
  /** Each listener with its `wantsFigures`. */
  const listeners = new Map<Listener, boolean>();
  /** Tokens whose figures changed since they were last published. */
  const changed = new Set<Address>();
  /** Hidden tokens whose removal was sent to clients of the whole chain. */
  const removed = new Set<Address>();
  let figuresPause: NodeJS.Timeout | null = null;
  /** Past positions of the feed, oldest first; the last one is current. */
  let history: BlockPosition[] = [];
  let running: Promise<void> | null = null;
  let isDue = false;
  let retry: NodeJS.Timeout | null = null;

  const publish = (frames: readonly Frame[]) => {
    if (frames.length === 0) return;
    const batch = toBatch(frames);
    for (const [listener, wantsFigures] of listeners) {
      if (wantsFigures || !batch.isFigures) listener(batch);
    }
  };

  /** Publishes changed figures, at most once per `FIGURES_EVERY_MS`. */
  function publishFigures(): void {
    const isWanted = [...listeners.values()].some((wants) => wants);
    if (!isWanted) changed.clear();
    if (changed.size === 0 || figuresPause !== null) return;
    figuresPause = setTimeout(() => {
      figuresPause = null;
      publishFigures();
    }, FIGURES_EVERY_MS);
    figuresPause.unref();
    const due = [...changed].slice(0, FIGURES_MAX);
    for (const token of due) changed.delete(token);
    readFigures(due).then(
      (rows) => publish(rows.flatMap(withRemoval)),
      (err: unknown) => {
        ctx.log.warn({ err, chain }, "could not read token figures; retrying");
        for (const token of due) changed.add(token);
      },
    );
  }

  const readFigures = (addresses: readonly Address[]) =>
    ctx.market.findFigures({ chainId, addresses, now: unixSeconds(ctx) });

  const render = (row: FiguresRow) =>
    renderFigures(ctx, row, ctx.decisions.isHidden(chainId, row.address));

  /** The figures of a token, and the notice that it was hidden. */
  function withRemoval(row: FiguresRow): Frame[] {
    const frame = render(row);
    if (!frame.isHidden) removed.delete(row.address);
    if (!frame.isHidden || removed.has(row.address)) return [frame];
    removed.add(row.address);
    return [frame, renderRemoval(ctx, row)];
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
    const at = history.at(-1);
    const page = await read(at, at === undefined ? [] : [at.block]);
    if (page === null) return false;
    const { checkpoint } = page;
    if (at === undefined) {
      history = [checkpoint];
      return false;
    }
    if (page.hashes.get(at.block) !== at.hash) return rollBack(at);
    if (page.events.length > STEP_MAX) return restart(checkpoint, "too_many");
    if (checkpoint.block === at.block) return false;
    history = [...history, ...blocksOf(page.events, checkpoint)].slice(-HISTORY_MAX);
    publish(page.events.map((row) => renderRow(row, ctx.decisions.isHidden(chainId, row.token))));
    for (const { token } of page.events) changed.add(token);
    publishFigures();
    return false;
  }

  /** Handles a reorg: moves the feed back to the newest position that is still on the chain. */
  async function rollBack(at: BlockPosition): Promise<boolean> {
    const positions = history;
    const page = await read(
      at,
      positions.map(({ block }) => block),
    );
    if (page === null) return false;
    const fork = positions.findLast(({ block, hash }) => page.hashes.get(block) === hash);
    if (fork === undefined) return restart(page.checkpoint, "reorg");
    history = positions.slice(0, positions.lastIndexOf(fork) + 1);
    publish([renderNotice(fork, { event: "reorg", data: { block: fork.block } })]);
    return true;
  }

  function restart(checkpoint: BlockPosition, reason: "reorg" | "too_many"): boolean {
    history = [checkpoint];
    const data = { block: checkpoint.block, reason };
    publish([renderNotice(checkpoint, { event: "reset", data })]);
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

  function poll(): Promise<void> {
    isDue = true;
    // A stream that opens may join a read that a notification has started.
    running ??= duringRequest(ctx.env.DEPENDENCY_TIMEOUT_MS, run);
    return running;
  }

  function pollAndRetry(): void {
    if (listeners.size === 0) return;
    poll().catch((err: unknown) => {
      ctx.log.warn({ err, chain }, "could not read the market stream; retrying");
      if (retry !== null || listeners.size === 0) return;
      retry = setTimeout(() => {
        retry = null;
        pollAndRetry();
      }, RETRY_MS);
      retry.unref();
    });
  }

  return {
    position: () => history.at(-1) ?? null,
    figuresOf: async (tokens) => (await readFigures(tokens)).map(render),
    notify(token) {
      if (token !== null) {
        changed.add(token);
        // Figures that nobody wants are not read, so a restored token is noticed here.
        if (!ctx.decisions.isHidden(chainId, token)) removed.delete(token);
      }
      publishFigures();
      pollAndRetry();
    },
    async subscribe(listener, wantsFigures) {
      if (listeners.size === 0) history = [];
      listeners.set(listener, wantsFigures);
      const end = () => {
        listeners.delete(listener);
      };
      try {
        if (history.length === 0) await poll();
        if (history.length === 0) throw new Error("the chain is not indexed yet");
      } catch (cause) {
        end();
        const text = "The stream is unavailable. Try again later.";
        throw new AppError("dependency_unavailable", text, { cause, retryAfterSeconds: 5 });
      }
      return { end };
    },
  };
}

/** The blocks of events, and the checkpoint: candidates for the fork point of a later reorg. */
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
  const isAll = frames.every(({ isHidden }) => !isHidden);
  const isEvents = frames.every(({ event }) => event === "launch" || event === "trade");
  const isFigures = frames.every(({ event }) => event === "token");
  const first = frames[0]?.block ?? 0;
  return {
    frames,
    isFigures,
    isAllAfter: (block) => isAll && (isFigures || (isEvents && first > block)),
    bytes() {
      joined ??= Buffer.concat(frames.map(({ bytes }) => bytes));
      return joined;
    },
  };
}
