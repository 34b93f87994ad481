import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import { renderPriceUsd, renderTrading, renderUsd } from "@/lib/features/market/render/market";
import { isOpen, renderStats, renderToken } from "@/lib/features/market/render/token";
import { renderTrade, tradeId } from "@/lib/features/market/render/trade";
import { formatPrice, marketCapWei } from "@/lib/features/market/rules/market-cap";
import type { EventRow } from "@/lib/features/market/store/events/read-events";
import type { FiguresRow } from "@/lib/features/market/store/market";
import { HIDDEN_NAME, HIDDEN_SYMBOL } from "@/lib/features/share/rules/share-title";
import { formatWei } from "@/lib/shared/text/decimal";
import { BLOCK_END, formatEventId } from "./event-id";
import type { StreamEvent, TokenFigures } from "./schema";

/** An encoded event, shared by all clients. */
export type Frame = {
  /** 0 for figures, which belong to no block. */
  block: number;
  /** Null for events of no token, and for figures that only clients of the whole chain get. */
  token: Address | null;
  /** Whether only clients of this token get it: the token is hidden. */
  isHidden: boolean;
  event: StreamEvent["event"];
  bytes: Buffer;
};

/** Position of a stream: the end of a block. */
export type BlockPosition = { block: number; hash: `0x${string}` };

/** Renders a launch or trade. */
export function renderRow(row: EventRow, isHidden: boolean): Frame {
  const event: StreamEvent =
    row.kind === "launch"
      ? renderLaunch(row)
      : {
          id: formatEventId(row),
          event: "trade",
          data: { tokenAddress: row.token, ...renderTrade(row) },
        };
  return { block: row.block, token: row.token, isHidden, event: event.event, bytes: encode(event) };
}

type Clocked = Pick<ServiceContext, "env" | "clock">;

/** Renders a token's figures. The event has no id, so it does not advance the client's position. */
export function renderFigures(ctx: Clocked, row: FiguresRow, isHidden: boolean): Frame {
  const bytes = Buffer.from(frameText(null, "token", figuresOf(ctx, row)));
  return { block: 0, token: row.address, isHidden, event: "token", bytes };
}

/** Informs clients of the whole chain that a token is hidden, without its name and image. */
export function renderRemoval(ctx: Clocked, row: FiguresRow): Frame {
  const data: TokenFigures = {
    ...figuresOf(ctx, row),
    name: HIDDEN_NAME,
    symbol: HIDDEN_SYMBOL,
    image: null,
  };
  const bytes = Buffer.from(frameText(null, "token", data));
  return { block: 0, token: null, isHidden: false, event: "token", bytes };
}

function figuresOf(ctx: Clocked, row: FiguresRow): TokenFigures {
  const { description: _, ...token } = renderToken(ctx, row);
  return {
    ...token,
    ...renderStats(row),
    isActive: isOpen(ctx, row),
    fairLaunchActive: false,
    marketCapUSD: renderUsd(row.marketCapWei, row.ethUsdE18),
    priceETH: formatPrice(row.sqrtPriceX96),
    priceUSD: renderPriceUsd(row.sqrtPriceX96, row.ethUsdE18),
    allTimeHigh: formatWei(row.allTimeHighWei),
    allTimeLow: formatWei(row.allTimeLowWei),
    volume7d: formatWei(row.volume7dWei),
    trading: renderTrading(row),
  };
}

/** Renders an event about the stream itself; its id is the end of the block. */
export function renderNotice(
  position: BlockPosition,
  notice: Pick<Extract<StreamEvent, { event: "ready" | "reorg" | "reset" }>, "event" | "data">,
): Frame {
  const id = formatEventId({ ...endOf(position) });
  const bytes = Buffer.from(frameText(id, notice.event, notice.data));
  return { block: position.block, token: null, isHidden: false, event: notice.event, bytes };
}

/** A comment that keeps the connection alive and advances the client's id without an event. */
export function renderHeartbeat(position: BlockPosition): Buffer {
  return Buffer.from(`: alive\nid: ${formatEventId(endOf(position))}\n\n`);
}

/** The position after all events of a block. */
export function endOf({ block, hash }: BlockPosition) {
  return { block, logIndex: BLOCK_END, blockHash: hash };
}

function encode({ id, event, data }: StreamEvent): Buffer {
  return Buffer.from(frameText(id, event, data));
}

function frameText(id: string | null, event: string, data: unknown): string {
  const head = id === null ? "" : `id: ${id}\n`;
  return `${head}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function renderLaunch(row: Extract<EventRow, { kind: "launch" }>): StreamEvent {
  return {
    id: formatEventId(row),
    event: "launch",
    data: {
      id: tradeId(row),
      tokenAddress: row.token,
      name: row.name,
      symbol: row.symbol,
      creator: row.creator,
      marketCapETH: formatWei(marketCapWei(row.sqrtPriceX96, row.supplyWei)),
      timestamp: row.time,
      transactionHash: row.txHash,
    },
  };
}
