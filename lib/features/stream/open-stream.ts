import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { EventPage } from "@/lib/features/market/store/events/read-events";
import type { Sink } from "@/lib/http/event-streams";
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
/** Maximum events that wait while a client reads its replay; one that is slower is disconnected. */
const BACKLOG_MAX = 2_000;
/** A replay is sent in pieces of about this size, each when the client has read the one before. */
const PIECE_BYTES = 64 * 1024;
/** Maximum tokens whose figures are sent after a replay; they are slower to read than events. */
const REPLAYED_FIGURES_MAX = 200;

type Ctx = Pick<ServiceContext, "decisions" | "env" | "market">;
type Input = Pick<InputOf<typeof streamMarket>, "params" | "query">;
/** The stream of one client. `alive` returns the comment to send when idle; null during replay. */
export type OpenedStream = { alive(): Buffer | null; end(): void };

/**
 * Opens a stream for one client, from now on or after its last event. A replay follows the pace of
 * the client.
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
  sink: Sink;
}): Promise<OpenedStream> {
  const { chain } = input.params;
  const { chainId } = requireDataChain(ctx, chain);
  const token = input.query.token;
  const feed = feeds.of(chain);
  const wantsFigures = input.query.figures === "true";
  /** Batches that wait for the end of the replay, and their events. */
  const backlog: FrameBatch[] = [];
  let backlogSize = 0;
  let isCaughtUp = false;
  /** The client has all events up to this block. */
  let floor = -1;

  function send(batch: FrameBatch): void {
    if (token === undefined && batch.isAllAfter(floor)) {
      sink.write(batch.bytes());
      return;
    }
    const wanted = batch.frames.filter(({ event, block, isHidden, token: ofToken }) => {
      if (event === "reorg" || event === "reset") {
        floor = event === "reset" ? block : Math.min(floor, block);
        return true;
      }
      const isWanted = token === undefined ? !isHidden : ofToken === token;
      return (event === "token" || block > floor) && isWanted;
    });
    if (wanted.length > 0) sink.write(Buffer.concat(wanted.map(({ bytes }) => bytes)));
  }

  /** @returns whether the client is connected and has read enough for more */
  async function isReady(): Promise<boolean> {
    if (!(await sink.ready())) return false;
    if (backlogSize <= BACKLOG_MAX) return true;
    sink.drop();
    return false;
  }

  async function replay(frames: readonly Buffer[]): Promise<boolean> {
    for (const piece of inPieces(frames)) {
      sink.write(piece);
      if (!(await isReady())) return false;
    }
    return true;
  }

  /** Sends what has arrived meanwhile. More may arrive while the client reads it. */
  async function catchUp(): Promise<void> {
    for (let batch = backlog.shift(); batch !== undefined; batch = backlog.shift()) {
      backlogSize -= batch.frames.length;
      send(batch);
      if (!(await isReady())) return;
    }
    isCaughtUp = true;
  }

  const subscription = await feed.subscribe((batch) => {
    if (isCaughtUp) {
      send(batch);
      return;
    }
    backlog.push(batch);
    backlogSize += batch.frames.length;
  }, wantsFigures);
  try {
    const { lastEventId } = input.query;
    const start =
      lastEventId === undefined
        ? fromNow(feed.position())
        : await replayAfter(ctx, { chainId, token, lastEventId });
    floor = start.block;
    const isConnected = await replay(start.frames);
    if (isConnected && wantsFigures && start.tokens.length > 0) {
      const figures = await feed.figuresOf(start.tokens);
      await replay(figures.map(({ bytes }) => bytes));
    }
    await catchUp();
  } catch (error) {
    subscription.end();
    throw error;
  }
  return {
    end: subscription.end,
    alive() {
      const at = feed.position();
      return at === null || !isCaughtUp ? null : renderHeartbeat(at);
    },
  };
}

/** `tokens`: tokens of the replayed events. */
type Start = { block: number; frames: readonly Buffer[]; tokens: readonly Address[] };

/** Joins frames to pieces of about `PIECE_BYTES`. */
function* inPieces(frames: readonly Buffer[]): Generator<Buffer> {
  let piece: Buffer[] = [];
  let size = 0;
  for (const frame of frames) {
    piece.push(frame);
    size += frame.length;
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat(piece);
    [piece, size] = [[], 0];
  }
  if (piece.length > 0) yield Buffer.concat(piece);
}

function fromNow(at: BlockPosition | null): Start {
  if (at === null) throw new AppError("dependency_unavailable");
  const { bytes } = renderNotice(at, { event: "ready", data: { block: at.block } });
  return { block: at.block, frames: [bytes], tokens: [] };
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
    return { block: checkpoint.block, frames: [bytes], tokens: [] };
  }
  const events = page.events.filter(
    (row) => token !== undefined || !ctx.decisions.isHidden(chainId, row.token),
  );
  const frames = events.map((row) => renderRow(row, false).bytes);
  return {
    block: checkpoint.block,
    frames: [...frames, renderHeartbeat(checkpoint)],
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
