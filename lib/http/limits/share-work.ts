import type { ServerResponse } from "node:http";
import { AppError } from "@/lib/shared/errors";
import type { Buckets } from "./buckets";
import { createSlots } from "./slots";

/** The cost of a request. */
export type Work = {
  milliseconds: number;
  /** Limits how many requests of one line a caller has in progress. */
  line?: { name: string; atOnce: number };
  /** Charges the elapsed time when it is longer. */
  isTimed?: boolean;
};

/** Gives every caller a fair share of server time. */
export type WorkShare = {
  /**
   * Starts a request now, or when its caller is within its share.
   * @throws AppError rate_limited, dependency_unavailable when too many requests wait
   */
  enter(work: Work, buckets: Buckets, response: ServerResponse): "next" | Promise<"next">;
  /** Charges optional work. @returns false when the caller has used up its share */
  spare(buckets: Buckets, milliseconds: number): boolean;
};

/** One caller's long-term share of server time … */
export const CALLER_SHARE = 0.2;
/** … and one network's. */
export const NETWORK_SHARE = 0.4;
/** Time that an idle caller may use at once: a page with all its images. */
export const BURST_MS = 200;
/** Upper limit of charged time: longer requests wait for something else. */
const TIMED_MS_MAX = 500;
/** Many callers of a network wait for the same share, so none checks again sooner than this. */
const PAUSE_MS_MIN = 50;
/** Waiting requests at a time. */
const WAITING = { total: 5_000, perCaller: 512 };
/** Callers and networks that are remembered; the least recently active one is dropped. */
const TIME_SHARES_MAX = 50_000;

type TimeShare = { key: string; share: number; burstMs: number };
type Entry = { line: Work["line"]; start(): void };
/** One caller's requests in progress, by line, and its waiting ones in order. */
type Queue = { running: Map<string, number>; waiting: Entry[]; timer: NodeJS.Timeout | null };

/**
 * Delays expensive requests: a caller's next one starts only after a pause in proportion to the
 * time of its last ones. The server has one event loop, so one caller could delay all others.
 * @param options.now milliseconds on a monotonic clock
 */
export function createWorkShare({ now }: { now: () => number }): WorkShare {
  const debts = createDebts(now);
  const slots = createSlots(WAITING);
  const queues = new Map<string, Queue>();

  const hasRoom = ({ running }: Queue, line: Work["line"]) =>
    line === undefined || (running.get(line.name) ?? 0) < line.atOnce;

  /** Starts waiting requests: always the first whose line has room, so that the order is kept. */
  function advance(buckets: Buckets, queue: Queue): void {
    while (queue.timer === null) {
      const at = queue.waiting.findIndex(({ line }) => hasRoom(queue, line));
      if (at < 0) break;
      const pauseMs = debts.pauseMs(buckets);
      if (pauseMs > 0) {
        queue.timer = setTimeout(
          () => {
            queue.timer = null;
            advance(buckets, queue);
          },
          Math.max(PAUSE_MS_MIN, Math.ceil(pauseMs)),
        );
        return;
      }
      queue.waiting.splice(at, 1)[0]?.start();
    }
    if (queue.running.size > 0 || queue.waiting.length > 0) return;
    if (queue.timer !== null) clearTimeout(queue.timer);
    queues.delete(buckets.own);
  }

  function wait(queue: Queue, buckets: Buckets, response: ServerResponse, entry: Entry) {
    const leave = slots.take(buckets);
    if (typeof leave !== "function") {
      const code = leave === "full" ? "dependency_unavailable" : "rate_limited";
      const text = "Too many concurrent requests. Wait for responses before you send more.";
      throw new AppError(code, text, { retryAfterSeconds: 1 });
    }
    return new Promise<"next">((resolve) => {
      const waiting: Entry = {
        line: entry.line,
        start() {
          leave();
          entry.start();
          resolve("next");
        },
      };
      queue.waiting.push(waiting);
      response.once("close", () => {
        leave();
        const at = queue.waiting.indexOf(waiting);
        if (at >= 0) queue.waiting.splice(at, 1);
      });
    });
  }

  return {
    enter({ milliseconds, line, isTimed = false }, buckets, response) {
      const queue = queues.get(buckets.own) ?? { running: new Map(), waiting: [], timer: null };
      const start = () => {
        debts.add(buckets, milliseconds);
        if (line === undefined) return;
        const startedAt = now();
        queue.running.set(line.name, (queue.running.get(line.name) ?? 0) + 1);
        queues.set(buckets.own, queue);
        response.once("close", () => {
          const restMs = Math.min(TIMED_MS_MAX, now() - startedAt) - milliseconds;
          if (isTimed && restMs > 0) debts.add(buckets, restMs);
          const left = (queue.running.get(line.name) ?? 1) - 1;
          if (left > 0) queue.running.set(line.name, left);
          else queue.running.delete(line.name);
          advance(buckets, queue);
        });
      };
      const isFirst = !queue.waiting.some((entry) => hasRoom(queue, entry.line));
      if (isFirst && hasRoom(queue, line) && debts.pauseMs(buckets) <= 0) {
        start();
        return "next";
      }
      const waited = wait(queue, buckets, response, { line, start });
      queues.set(buckets.own, queue);
      advance(buckets, queue);
      return waited;
    },
    spare(buckets, milliseconds) {
      if (debts.pauseMs(buckets) > 0) return false;
      debts.add(buckets, milliseconds);
      return true;
    },
  };
}

/** Server time used by callers and networks. It decays at the rate of their share. */
function createDebts(now: () => number) {
  /** In the order of the last change. */
  const debts = new Map<string, { ms: number; at: number }>();

  const debtMs = ({ key, share }: TimeShare) => {
    const debt = debts.get(key);
    return debt === undefined ? 0 : Math.max(0, debt.ms - (now() - debt.at) * share);
  };

  return {
    add(buckets: Buckets, milliseconds: number): void {
      for (const timeShare of timeSharesOf(buckets)) {
        const ms = Math.max(0, debtMs(timeShare) + milliseconds);
        debts.delete(timeShare.key);
        debts.set(timeShare.key, { ms, at: now() });
      }
      while (debts.size > TIME_SHARES_MAX) {
        const [oldest] = debts.keys();
        if (oldest !== undefined) debts.delete(oldest);
      }
    },
    /** How long a caller's next request must wait; 0 when it may start. */
    pauseMs: (buckets: Buckets) =>
      Math.max(
        ...timeSharesOf(buckets).map((timeShare) =>
          Math.max(0, (debtMs(timeShare) - timeShare.burstMs) / timeShare.share),
        ),
      ),
  };
}

function timeSharesOf({ own, networks }: Buckets): TimeShare[] {
  const timeShareOf = (key: string, factor: number) => {
    const share = Math.min(NETWORK_SHARE, CALLER_SHARE * factor);
    return { key, share, burstMs: (BURST_MS * share) / CALLER_SHARE };
  };
  return [timeShareOf(own, 1), ...networks.map(({ key, factor }) => timeShareOf(key, factor))];
}
