import type { Buckets } from "@/lib/http/limits/buckets";
import type { LimitDecision, LimitRule } from "./limit-rule";
import { createNetworkCounters, type NetworkCounters } from "./network-counters";

/** Requests allowed since the last report. `key` names the caller's window in the store. */
export type Tally = { key: string; allowed: number; windowSeconds: number };

/**
 * Counts callers in fixed windows in this process; reports share the counts with other processes.
 */
export type SharedWindows = {
  /** Decides immediately from local counts. */
  count(name: string, rule: LimitRule, buckets: Buckets): LimitDecision;
  /** Reports unreported counts; resolves when the store has responded. Never throws. */
  flush(): Promise<void>;
  /** Number of callers that have their own window. */
  size(): number;
};

/** One caller's count. Small, because a period may have a hundred thousand of them. */
type Window = {
  own: string;
  period: Period;
  /** Count of all processes in the store's last response. */
  confirmed: number;
  reporting: number;
  unreported: number;
};

/** All windows of one rule; they start and end together. */
type Period = {
  name: string;
  windowSeconds: number;
  number: number;
  endsAt: number;
  callers: Map<string, Window>;
  networks: NetworkCounters;
};

const REPORT_EVERY_MS = 250;
/** Counts below this share of a quota are not reported. */
const REPORT_SHARE = 0.02;
/** A caller who uses this share of a quota between two reports is reported immediately. */
const HASTY_SHARE = 0.1;
const TALLIES_MAX = 500;
const CALLERS_MAX = 100_000;

/**
 * Fixed windows that several processes share without a round trip per request. Each process counts
 * its own callers and reports to the store a few times a second; the response has everyone's count.
 * Until then a caller may exceed the quota by what other processes have not reported yet. While the
 * store is down, local counts still apply.
 *
 * Every operation takes constant time and memory is bounded: beyond `callersMax` callers in a
 * window, a new caller has no own count and uses that of its networks. Each process counts networks
 * by itself.
 * @param options.report adds tallies to the store and returns the totals, in the same order
 * @param options.now milliseconds since the epoch; windows start at its multiples
 */
export function createSharedWindows(options: {
  report(tallies: readonly Tally[]): Promise<readonly number[]>;
  onFailure(error: unknown): void;
  now(): number;
  callersMax?: number;
}): SharedWindows {
  const { report, onFailure, now, callersMax = CALLERS_MAX } = options;
  const periods = new Map<string, Period>();
  const dirty = new Set<Window>();
  let timer: NodeJS.Timeout | null = null;
  let current: Promise<void> | null = null;

  function periodOf(name: string, rule: LimitRule, at: number): Period {
    const lengthMs = rule.windowSeconds * 1000;
    const number = Math.floor(at / lengthMs);
    const known = periods.get(name);
    if (known?.number === number) return known;
    const networks = known?.networks ?? createNetworkCounters();
    networks.clear();
    const fresh = {
      name,
      windowSeconds: rule.windowSeconds,
      number,
      endsAt: (number + 1) * lengthMs,
      callers: new Map<string, Window>(),
      networks,
    };
    periods.set(name, fresh);
    return fresh;
  }

  /** The caller's window, or null when the table is full. */
  function windowOf(own: string, period: Period): Window | null {
    const known = period.callers.get(own);
    if (known !== undefined) return known;
    if (period.callers.size >= callersMax) return null;
    const fresh: Window = { own, period, confirmed: 0, reporting: 0, unreported: 0 };
    period.callers.set(own, fresh);
    return fresh;
  }

  function schedule(isHasty: boolean): void {
    if (current !== null) return;
    if (isHasty) {
      flush();
      return;
    }
    if (timer !== null) return;
    timer = setTimeout(flush, REPORT_EVERY_MS);
    timer.unref();
  }

  async function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    while (current !== null) await current;
    current = reportSome();
    await current;
    current = null;
    if (dirty.size > 0) schedule(false);
  }

  function nextBatch(): Window[] {
    const batch: Window[] = [];
    const at = now();
    for (const window of dirty) {
      dirty.delete(window);
      if (window.period.endsAt > at) batch.push(window);
      if (batch.length === TALLIES_MAX) break;
    }
    return batch;
  }

  async function reportSome(): Promise<void> {
    const batch = nextBatch();
    if (batch.length === 0) return;
    for (const window of batch) {
      window.reporting = window.unreported;
      window.unreported = 0;
    }
    const tallies = batch.map(({ own, period, reporting }) => ({
      key: `${period.name}:${own}:${period.number}`,
      allowed: reporting,
      windowSeconds: period.windowSeconds,
    }));
    try {
      const totals = await report(tallies);
      for (const [i, window] of batch.entries()) {
        window.confirmed = Math.max(totals[i] ?? 0, window.confirmed + window.reporting);
        window.reporting = 0;
      }
    } catch (error) {
      for (const window of batch) {
        window.unreported += window.reporting;
        window.reporting = 0;
        dirty.add(window);
      }
      onFailure(error);
    }
  }

  function record(window: Window, quota: number, cost: number): void {
    window.unreported += cost;
    if (window.unreported < quota * REPORT_SHARE) return;
    dirty.add(window);
    schedule(window.unreported >= quota * HASTY_SHARE);
  }

  return {
    flush,
    size: () => [...periods.values()].reduce((sum, { callers }) => sum + callers.size, 0),
    count(name, rule, { own, networks }) {
      const at = now();
      const { quota, windowSeconds, networkFactor = 1, cost = 1 } = rule;
      const period = periodOf(name, rule, at);
      const window = windowOf(own, period);
      let left = quota;
      if (window !== null) left -= window.confirmed + window.reporting + window.unreported;
      for (const network of networks) {
        const used = period.networks.used(network);
        left = Math.min(left, quota * network.factor * networkFactor - used);
      }
      const allowed = left >= cost;
      if (allowed) {
        if (window !== null) record(window, quota, cost);
        for (const network of networks) period.networks.add(network, cost);
      }
      return {
        allowed,
        quota,
        windowSeconds,
        remaining: Math.max(0, left - (allowed ? cost : 0)),
        resetSeconds: Math.max(1, Math.ceil((period.endsAt - at) / 1000)),
      };
    },
  };
}
