import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Exchange } from "../exchange";
import { abortSending } from "./limit-body";
import { createSlots } from "./slots";

/** A body is never aborted before this. */
const SPARED_MS = 1_000;
/**
 * A response is aborted only if its reader has been behind for longer, and takes less than the speed of a
 * bad mobile connection.
 */
const READING = { sparedMs: 2_000, bytesPerMs: 16.384 };
const OBSERVED_EVERY_MS = 500;

/** A request that holds a slot while its body arrives and its response is sent. */
export type SlotHolder = Pick<Exchange, "caller" | "request" | "response">;
type Held = SlotHolder & {
  leave(): void;
  /** Bytes that the connection had sent before. */
  sentBefore: number;
  /** How long bytes of the response have waited for its reader; not while the server had none to send. */
  behindMs: number;
  /** The last time that bytes waited, if they still do. */
  behindAt: number | null;
};

/** When the server began to receive a body, and what its connection had received before. */
const begun = new WeakMap<IncomingMessage, { startedAt: number; bytesBefore: number }>();

/**
 * Measures from now on how fast a body arrives. Before, the server does not read it: a request that
 * waits for its turn is not slow.
 */
export function startReceiving(request: IncomingMessage): void {
  begun.set(request, { startedAt: performance.now(), bytesBefore: request.socket.bytesRead });
}

/**
 * Bytes that the system has taken over from a connection. Node's public counters include those that
 * still wait in the process, and see one large write as a whole.
 */
function sentBytes(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, "_handle");
  if (typeof handle !== "object" || handle === null) return socket.bytesWritten;
  const written: unknown = Reflect.get(handle, "bytesWritten");
  const waiting: unknown = Reflect.get(handle, "writeQueueSize");
  if (typeof written !== "number" || typeof waiting !== "number") return socket.bytesWritten;
  return written - waiting;
}

/** Slots of requests whose bodies may still arrive, or whose responses may still be read. */
export type BodySlots = {
  /**
   * As `Slots.take`, except that it is `full` only while no unfinished body or response may be aborted.
   * Only bodies that the server has begun to receive (`startReceiving`) are.
   */
  take(holder: SlotHolder): (() => void) | "full" | "share_used";
};

/** Bytes per millisecond of a body or response that may be aborted; null if it may not. */
function paceOf({ request, response, caller, ...held }: Held): number | null {
  if (caller.isExempt) return null;
  if (response.headersSent) {
    if (held.behindAt === null || held.behindMs < READING.sparedMs) return null;
    const pace = (sentBytes(request.socket) - held.sentBefore) / held.behindMs;
    return pace < READING.bytesPerMs ? pace : null;
  }
  const start = begun.get(request);
  if (start === undefined || request.complete) return null;
  const forMs = performance.now() - start.startedAt;
  return forMs < SPARED_MS ? null : (request.socket.bytesRead - start.bytesBefore) / forMs;
}

/**
 * Slots like those of `createSlots`. When all are in use, the request loses its slot whose body has
 * arrived, or whose response has been read, most slowly: callers who send or read nothing would
 * otherwise block all others at no cost.
 */
export function createBodySlots(options: { total: number; perCaller: number }): BodySlots {
  const slots = createSlots(options);
  const holders = new Set<Held>();
  let observer: NodeJS.Timeout | null = null;

  function observe(): void {
    const now = performance.now();
    for (const held of holders) {
      const isBehind = held.response.headersSent && held.response.writableLength > 0;
      if (isBehind && held.behindAt !== null) held.behindMs += now - held.behindAt;
      held.behindAt = isBehind ? now : null;
    }
    if (holders.size > 0 || observer === null) return;
    clearInterval(observer);
    observer = null;
  }

  /** @returns whether a slot is free now */
  function abortSlowest(): boolean {
    observe();
    let slowest: { held: Held; pace: number } | null = null;
    for (const held of holders) {
      const pace = paceOf(held);
      if (pace !== null && (slowest === null || pace < slowest.pace)) slowest = { held, pace };
    }
    if (slowest === null) return false;
    const { request, response, leave } = slowest.held;
    leave();
    if (response.headersSent) request.socket.destroy();
    else abortSending(request, response);
    return true;
  }

  return {
    take(holder) {
      const { caller, request } = holder;
      const buckets = caller.isExempt ? null : caller.buckets;
      let free = slots.take(buckets);
      if (free === "full" && abortSlowest()) free = slots.take(buckets);
      if (typeof free !== "function") return free;
      const leaveSlot = free;
      const held: Held = {
        ...holder,
        sentBefore: sentBytes(request.socket),
        behindMs: 0,
        behindAt: null,
        leave() {
          holders.delete(held);
          leaveSlot();
        },
      };
      holders.add(held);
      observer ??= setInterval(observe, OBSERVED_EVERY_MS).unref();
      return held.leave;
    },
  };
}
