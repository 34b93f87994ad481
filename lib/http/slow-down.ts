import type { ServerResponse } from "node:http";
import { AppError } from "../domain/errors";
import type { Buckets } from "./buckets";
import type { Caller } from "./callers";
import { createOccupancy } from "./occupancy";

/** Refusals in a window after which a caller's requests wait; a network has its factor times that. */
const REFUSALS_MAX = 60;
const WINDOW_MS = 10_000;
const DELAY_MS = 500;
/** Requests that wait at a time. */
const WAITING = { total: 5_000, perCaller: 512 };
/** Callers and networks that are counted in a window. */
const COUNTED_MAX = 50_000;

/**
 * Delays the requests of a caller who keeps sending after it was refused with 429. A refusal costs
 * little, but a loop that ignores it would send tens of thousands a second.
 */
export type SlowDown = {
  /**
   * Runs `next`, at once or after the delay, and counts whether it was answered with 429.
   * @param refuse runs in place of `next` for a caller of whom too many requests wait already
   */
  run(
    caller: Caller,
    response: ServerResponse,
    next: () => void,
    refuse: (error: AppError) => void,
  ): void;
};

/** @param options.now milliseconds on a clock that never goes back */
export function createSlowDown(options: { now: () => number; delayMs?: number }): SlowDown {
  const { now, delayMs = DELAY_MS } = options;
  const places = createOccupancy(WAITING);
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
    if (current.size === 0 && previous.size === 0) return false;
    if (refusalsOf(own) >= REFUSALS_MAX) return true;
    return networks.some(({ key, factor }) => refusalsOf(key) >= REFUSALS_MAX * factor);
  }

  function count({ own, networks }: Buckets): void {
    rotate();
    if (current.size >= COUNTED_MAX) return;
    for (const key of [own, ...networks.map((network) => network.key)])
      current.set(key, (current.get(key) ?? 0) + 1);
  }

  return {
    run(caller, response, next, refuse) {
      if (caller.isExempt) return next();
      response.once("finish", () => {
        if (response.statusCode === 429) count(caller.buckets);
      });
      rotate();
      if (!isExcessive(caller.buckets)) return next();
      const leave = places.take(caller.buckets);
      if (typeof leave !== "function") {
        response.setHeader("Connection", "close");
        return refuse(new AppError("rate_limited", undefined, { retryAfterSeconds: 10 }));
      }
      const timer = setTimeout(() => {
        leave();
        if (!response.destroyed) next();
      }, delayMs);
      response.once("close", () => {
        clearTimeout(timer);
        leave();
      });
    },
  };
}
