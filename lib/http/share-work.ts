import type { ServerResponse } from "node:http";
import { AppError } from "@/lib/shared/errors";
import type { Buckets } from "./limits/buckets";
import { createSlots } from "./limits/slots";

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
export const CALLER_SHARE = 0.1;
/** … and one network's. */
export const NETWORK_SHARE = 0.25;
/** Time that an idle caller may use at once: a page with all its images. */
const BURST_MS = 100;
/** Upper limit of charged time: longer requests wait for something else. */
const TIMED_MS_MAX = 500;
/** Many callers of a network wait for the same share, so none checks again sooner than this. */
const PAUSE_MS_MIN = 50;
/** Waiting requests at a time. */
const WAITING = { total: 5_000, perCaller: 512 };
/** Callers and networks that are remembered; the least recently active one is dropped. */
const ACCOUNTS_MAX = 50_000;

type Account = { key: string; share: number; burstMs: number };
type Line = {
  running: number;
  waiting: { start(): void }[];
  timer: NodeJS.Timeout | null;
};

/**
 * Delays expensive requests: a caller's next one starts only after a pause in proportion to the
 * time of its last ones. The server has one event loop, so whoever fills it delays everyone.
 * @param options.now milliseconds on a monotonic clock
 */
export function createWorkShare({ now }: { now: () => number }): WorkShare {
  const debts = createDebts(now);
  const slots = createSlots(WAITING);
  const lines = new Map<string, Line>();

  function advance(key: string, line: Line, atOnce: number, buckets: Buckets): void {
    while (line.running < atOnce && line.timer === null) {
      const [first] = line.waiting;
      if (first === undefined) break;
      const pauseMs = debts.pauseMs(buckets);
      if (pauseMs > 0) {
        line.timer = setTimeout(
          () => {
            line.timer = null;
            advance(key, line, atOnce, buckets);
          },
          Math.max(PAUSE_MS_MIN, Math.ceil(pauseMs)),
        );
        return;
      }
      line.waiting.shift();
      first.start();
    }
    if (line.running > 0 || line.waiting.length > 0) return;
    if (line.timer !== null) clearTimeout(line.timer);
    lines.delete(key);
  }

  /** Appends a request to its line. */
  function wait(line: Line, buckets: Buckets, response: ServerResponse, begin: () => void) {
    const leave = slots.take(buckets);
    if (typeof leave !== "function") {
      const code = leave === "full" ? "dependency_unavailable" : "rate_limited";
      const text = "Too many concurrent requests. Wait for responses before you send more.";
      throw new AppError(code, text, { retryAfterSeconds: 1 });
    }
    return new Promise<"next">((resolve) => {
      const entry = {
        start() {
          leave();
          begin();
          resolve("next");
        },
      };
      line.waiting.push(entry);
      response.once("close", () => {
        leave();
        const at = line.waiting.indexOf(entry);
        if (at >= 0) line.waiting.splice(at, 1);
      });
    });
  }

  return {
    enter(work, buckets, response) {
      const { milliseconds, isTimed = false } = work;
      const { name, atOnce } = work.line ?? { name: "", atOnce: Number.POSITIVE_INFINITY };
      const key = `${buckets.own} ${name}`;
      const line = lines.get(key) ?? { running: 0, waiting: [], timer: null };
      const begin = () => {
        debts.add(buckets, milliseconds);
        if (work.line === undefined) return;
        const startedAt = now();
        line.running += 1;
        lines.set(key, line);
        response.once("close", () => {
          const restMs = Math.min(TIMED_MS_MAX, now() - startedAt) - milliseconds;
          if (isTimed && restMs > 0) debts.add(buckets, restMs);
          line.running -= 1;
          advance(key, line, atOnce, buckets);
        });
      };
      const isFree = line.running < atOnce && line.waiting.length === 0;
      if (isFree && debts.pauseMs(buckets) <= 0) {
        begin();
        return "next";
      }
      const waited = wait(line, buckets, response, begin);
      lines.set(key, line);
      advance(key, line, atOnce, buckets);
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

  const debtMs = ({ key, share }: Account) => {
    const debt = debts.get(key);
    return debt === undefined ? 0 : Math.max(0, debt.ms - (now() - debt.at) * share);
  };

  return {
    add(buckets: Buckets, milliseconds: number): void {
      for (const account of accountsOf(buckets)) {
        const ms = Math.max(0, debtMs(account) + milliseconds);
        debts.delete(account.key);
        debts.set(account.key, { ms, at: now() });
      }
      while (debts.size > ACCOUNTS_MAX) {
        const [oldest] = debts.keys();
        if (oldest !== undefined) debts.delete(oldest);
      }
    },
    /** How long a caller's next request must wait; 0 when it may start. */
    pauseMs: (buckets: Buckets) =>
      Math.max(
        ...accountsOf(buckets).map((account) =>
          Math.max(0, (debtMs(account) - account.burstMs) / account.share),
        ),
      ),
  };
}

function accountsOf({ own, networks }: Buckets): Account[] {
  const accountOf = (key: string, factor: number) => {
    const share = Math.min(NETWORK_SHARE, CALLER_SHARE * factor);
    return { key, share, burstMs: (BURST_MS * share) / CALLER_SHARE };
  };
  return [accountOf(own, 1), ...networks.map(({ key, factor }) => accountOf(key, factor))];
}
