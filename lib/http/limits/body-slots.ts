import type { IncomingMessage } from "node:http";
import type { Exchange } from "../exchange";
import { abortSending } from "./limit-body";
import { createSlots } from "./slots";

/** A body is never aborted before this. */
const SPARED_MS = 1_000;

/** A request that holds a slot while its body arrives. */
export type SlotHolder = Pick<Exchange, "caller" | "request" | "response">;
type Held = SlotHolder & { leave(): void };

/** When the server began to receive a body, and what its connection had received before. */
const begun = new WeakMap<IncomingMessage, { startedAt: number; bytesBefore: number }>();

/**
 * Measures from now on how fast a body arrives. Before, the server does not read it: a request that
 * waits for its turn is not slow.
 */
export function startReceiving(request: IncomingMessage): void {
  begun.set(request, { startedAt: performance.now(), bytesBefore: request.socket.bytesRead });
}

/** Slots of requests whose bodies may still arrive. */
export type BodySlots = {
  /**
   * As `Slots.take`, except that it is `full` only while no unfinished body may be aborted. Only bodies
   * that the server has begun to receive (`startReceiving`) are.
   */
  take(holder: SlotHolder): (() => void) | "full" | "share_used";
};

/**
 * Slots like those of `createSlots`. When all are in use, the request whose body has arrived most
 * slowly loses its slot: callers who send nothing would otherwise block all others at no cost.
 */
export function createBodySlots(options: { total: number; perCaller: number }): BodySlots {
  const slots = createSlots(options);
  const holders = new Set<Held>();

  /** @returns whether a slot is free now */
  function abortSlowest(): boolean {
    const now = performance.now();
    let slowest: { held: Held; pace: number } | null = null;
    for (const held of holders) {
      const { request, response, caller } = held;
      const start = begun.get(request);
      if (start === undefined || request.complete || response.headersSent || caller.isExempt)
        continue;
      const forMs = now - start.startedAt;
      if (forMs < SPARED_MS) continue;
      const pace = (request.socket.bytesRead - start.bytesBefore) / forMs;
      if (slowest === null || pace < slowest.pace) slowest = { held, pace };
    }
    if (slowest === null) return false;
    const { held } = slowest;
    held.leave();
    abortSending(held.request, held.response);
    return true;
  }

  return {
    take(holder) {
      const { caller } = holder;
      const buckets = caller.isExempt ? null : caller.buckets;
      let free = slots.take(buckets);
      if (free === "full" && abortSlowest()) free = slots.take(buckets);
      if (typeof free !== "function") return free;
      const leaveSlot = free;
      const held: Held = {
        ...holder,
        leave() {
          holders.delete(held);
          leaveSlot();
        },
      };
      holders.add(held);
      return held.leave;
    },
  };
}
