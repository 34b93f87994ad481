import { AppError } from "@/lib/shared/errors";
import type { Exchange } from "../exchange";
import type { Buckets } from "./buckets";
import { createSlots } from "./slots";

/**
 * 429 responses in a window after which a caller's requests are delayed; networks have a multiple.
 */
const REFUSALS_MAX = 60;
const WINDOW_MS = 10_000;
const DELAY_MS = 500;
/** Delayed requests at a time. */
const WAITING = { total: 5_000, perCaller: 512 };
/** Callers and networks that are counted in a window. */
const COUNTED_MAX = 50_000;

type Slowed = Pick<Exchange, "caller" | "response" | "headers">;
export type SlowDown = {
  enter(exchange: Slowed): "next" | Promise<"next">;
  /** Counts a 429; called for every exchange that has ended. */
  leave(exchange: Slowed): void;
};

/**
 * Delays requests of a caller who keeps sending after a 429. A 429 costs little, but a loop that
 * ignores it would send tens of thousands a second.
 * @param options.now milliseconds on a monotonic clock
 */
export function createSlowDown(options: { now: () => number; delayMs?: number }): SlowDown {
  const { now, delayMs = DELAY_MS } = options;
  const slots = createSlots(WAITING);
  let current = new Map<string, number>();
  let previous = new Map<string, number>();
  let windowEndsAt = now() + WINDOW_MS;

  function rotate(): void {
    const at = now();
    if (at < windowEndsAt) return;
    previous = at < windowEndsAt + WINDOW_MS ? current : new Map();
    current = new Map();
    windowEndsAt = at + WINDOW_MS;
  }
  const refusalsOf = (key: string) => (current.get(key) ?? 0) + (previous.get(key) ?? 0);

  function isExcessive({ own, networks }: Buckets): boolean {
    if (refusalsOf(own) >= REFUSALS_MAX) return true;
    return networks.some(({ key, factor }) => refusalsOf(key) >= REFUSALS_MAX * factor);
  }

  function count({ own, networks }: Buckets): void {
    rotate();
    if (current.size >= COUNTED_MAX) return;
    for (const key of [own, ...networks.map((network) => network.key)])
      current.set(key, (current.get(key) ?? 0) + 1);
  }

  function enter({ caller, response, headers }: Slowed): "next" | Promise<"next"> {
    // Fast path: no recent 429.
    if (current.size === 0 && previous.size === 0) return "next";
    if (caller.isExempt) return "next";
    rotate();
    if (!isExcessive(caller.buckets)) return "next";
    const leave = slots.take(caller.buckets);
    if (typeof leave !== "function") {
      headers.push("Connection", "close");
      throw new AppError("rate_limited", undefined, { retryAfterSeconds: 10 });
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        leave();
        if (!response.destroyed) resolve("next");
      }, delayMs);
      response.once("close", () => {
        clearTimeout(timer);
        leave();
      });
    });
  }

  return {
    enter,
    leave({ caller, response }) {
      if (response.statusCode === 429 && !caller.isExempt) count(caller.buckets);
    },
  };
}
