import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { EventPage } from "@/lib/features/market/store/events/read-events";
import type { InputOf } from "@/lib/operations/operation";
import { AppError } from "@/lib/shared/errors";
import type { FrameBatch } from "./create-market-feed";
import type { MarketFeeds } from "./create-market-feeds";
import { BLOCK_END, type EventId, parseEventId, tagOf } from "./event-id";
import type { streamMarket } from "./operations";
import { type BlockPosition, renderHeartbeat, renderNotice, renderRow } from "./render-event";
import type { ResetReason } from "./schema";

/** Maximum events that a client can replay with `Last-Event-ID`. */
const REPLAY_MAX = 2_000;
/** Maximum tokens whose figures are sent after a replay; they are slower to read than events. */
const REPLAYED_FIGURES_MAX = 200;

type Ctx = Pick<ServiceContext, "decisions" | "env" | "market">;
type Input = Pick<InputOf<typeof streamMarket>, "params" | "query">;
/** The stream of one client. `alive` returns the comment to send when idle; null during replay. */
export type OpenedStream = { alive(): Buffer | null; end(): void };

/**
 * Opens a stream for one client, from now on or after its last event.
 * @param sink receives the bytes to send; not called before the stream is open. Must not throw
 * @throws AppError invalid_parameters, dependency_unavailable
 */
export async function openStream({
  ctx,
  feeds,
  input,
  sink,
}: {
  ctx: Ctx;
  feeds: MarketFeeds;
  input: Input;
  sink: (bytes: Buffer) => void;
}): Promise<OpenedStream> {
  const { chain } = input.params;
  const { chainId } = requireDataChain(ctx, chain);
  const token = input.query.token;
  const feed = feeds.of(chain);
  const wantsFigures = input.query.figures === "true";
  /** Batches buffered during the replay; null once the client has caught up. */
  let waiting: FrameBatch[] | null = [];
  /** The client has all events up to this block. */
  let floor = -1;

  function send(batch: FrameBatch): void {
    if (token === undefined && batch.isAllAfter(floor)) {
      sink(batch.bytes());
      return;
    }
    const wanted = batch.frames.filter(({ event, block, isHidden, token: ofToken }) => {
      if (event === "reorg" || event === "reset") {
        floor = event === "reset" ? block : Math.min(floor, block);
        return true;
      }
      const isAsked = token === undefined ? !isHidden : ofToken === token;
      return (event === "token" || block > floor) && isAsked;
    });
    if (wanted.length > 0) sink(Buffer.concat(wanted.map(({ bytes }) => bytes)));
  }

  const subscription = await feed.subscribe((batch) => {
    if (waiting === null) send(batch);
    else waiting.push(batch);
  }, wantsFigures);
  try {
    const { lastEventId } = input.query;
    const start =
      lastEventId === undefined
        ? fromNow(feed.position())
        : await replayAfter(ctx, { chainId, token, lastEventId });
    floor = start.block;
    sink(start.bytes);
    if (wantsFigures && start.tokens.length > 0) {
      const figures = await feed.figuresOf(start.tokens);
      sink(Buffer.concat(figures.map(({ bytes }) => bytes)));
    }
  } catch (error) {
    subscription.end();
    throw error;
  }
  for (const batch of waiting) send(batch);
  waiting = null;
  return {
    end: subscription.end,
    alive() {
      const at = feed.position();
      return at === null || waiting !== null ? null : renderHeartbeat(at);
    },
  };
}

/** `tokens`: tokens of the replayed events. */
type Start = { block: number; bytes: Buffer; tokens: readonly Address[] };

function fromNow(at: BlockPosition | null): Start {
  if (at === null) throw new AppError("dependency_unavailable");
  const { bytes } = renderNotice(at, { event: "ready", data: { block: at.block } });
  return { block: at.block, bytes, tokens: [] };
}

/** Replays events after the client's last one; sends `reset` if that is unknown or reorganized. */
async function replayAfter(
  ctx: Ctx,
  query: { chainId: number; token: Address | undefined; lastEventId: string },
): Promise<Start> {
  const { chainId, token, lastEventId } = query;
  const id = parseEventId(lastEventId);
  const after = id ?? { block: Number.MAX_SAFE_INTEGER, logIndex: BLOCK_END };
  const limit = REPLAY_MAX + 1;
  const hashesOf = id === null ? [] : [id.block];
  const page = await ctx.market.readEvents({ chainId, token, after, limit, hashesOf });
  if (page === null) throw new AppError("dependency_unavailable");
  const { checkpoint } = page;
  const reason = id === null ? "unknown_id" : resetReasonOf(id, page);
  if (reason !== null) {
    const data = { block: checkpoint.block, reason };
    const { bytes } = renderNotice(checkpoint, { event: "reset", data });
    return { block: checkpoint.block, bytes, tokens: [] };
  }
  const events = page.events.filter(
    (row) => token !== undefined || !ctx.decisions.isHidden(chainId, row.token),
  );
  const frames = events.map((row) => renderRow(row, false).bytes);
  return {
    block: checkpoint.block,
    bytes: Buffer.concat([...frames, renderHeartbeat(checkpoint)]),
    tokens: [...new Set(events.map((row) => row.token))].slice(-REPLAYED_FIGURES_MAX),
  };
}

function resetReasonOf(id: EventId, { checkpoint, hashes, events }: EventPage): ResetReason | null {
  if (id.block > checkpoint.block) return "reorg";
  const hash = hashes.get(id.block);
  if (hash === undefined) return "too_old";
  if (id.tag !== null && id.tag !== tagOf(hash)) return "reorg";
  return events.length > REPLAY_MAX ? "too_old" : null;
}
