import type { LimitDecision, LimitRule } from "./limiter";

/** Requests admitted since the last report: `key` names the caller's window in the store. */
export type Tally = { key: string; admitted: number; windowSeconds: number };

/** Counts callers in fixed windows in this process; what other processes count is learnt later. */
export type SharedWindows = {
  /** Decides at once, from what is known here. */
  count(name: string, rule: LimitRule, bucket: string): LimitDecision;
  /** Reports what is not reported yet; resolves when the answer is in. Never throws. */
  flush(): Promise<void>;
};

type Window = {
  key: string;
  windowSeconds: number;
  endsAt: number;
  /** Of all processes, as the store said last. */
  confirmed: number;
  reporting: number;
  unreported: number;
};

const REPORT_EVERY_MS = 250;
/** A caller who uses this share of a quota between two reports is reported at once. */
const HASTY_SHARE = 0.1;
const TALLIES_MAX = 500;
const WINDOWS_MAX = 100_000;

/**
 * Fixed windows that several processes share without a round trip for each request: each process
 * counts its own callers and reports to the store a few times a second, which answers everybody's
 * count. Until then a caller may exceed the quota by what other processes have not reported yet.
 * While the store is down the own count still limits.
 * @param options.report adds tallies to the store and answers the totals, in the same order
 * @param options.now milliseconds since the epoch; windows begin at its multiples
 */
export function createSharedWindows(options: {
  report(tallies: readonly Tally[]): Promise<readonly number[]>;
  onFailure(error: unknown): void;
  now(): number;
}): SharedWindows {
  const { report, onFailure, now } = options;
  const windows = new Map<string, Window>();
  const dirty = new Set<Window>();
  let timer: NodeJS.Timeout | null = null;
  let current: Promise<void> | null = null;
  let sweptAt = 0;

  function windowOf(name: string, rule: LimitRule, bucket: string, at: number): Window {
    const id = `${name}:${bucket}`;
    const known = windows.get(id);
    if (known !== undefined && known.endsAt > at) return known;
    const lengthMs = rule.windowSeconds * 1000;
    const number = Math.floor(at / lengthMs);
    const fresh: Window = {
      key: `${id}:${number}`,
      windowSeconds: rule.windowSeconds,
      endsAt: (number + 1) * lengthMs,
      confirmed: 0,
      reporting: 0,
      unreported: 0,
    };
    // Inserted anew, so that the map's order is by age.
    windows.delete(id);
    windows.set(id, fresh);
    forgetEnded(at);
    return fresh;
  }

  function forgetEnded(at: number): void {
    const isDue = at - sweptAt > 10_000;
    if (!isDue && windows.size <= WINDOWS_MAX) return;
    sweptAt = at;
    for (const [id, window] of windows) {
      if (window.endsAt > at && windows.size <= WINDOWS_MAX) continue;
      windows.delete(id);
      dirty.delete(window);
    }
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

  async function reportSome(): Promise<void> {
    const batch = [...dirty].slice(0, TALLIES_MAX);
    if (batch.length === 0) return;
    for (const window of batch) {
      dirty.delete(window);
      window.reporting = window.unreported;
      window.unreported = 0;
    }
    const tallies = batch.map(({ key, reporting, windowSeconds }) => ({
      key,
      admitted: reporting,
      windowSeconds,
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
        if (window.endsAt > now()) dirty.add(window);
      }
      onFailure(error);
    }
  }

  return {
    flush,
    count(name, rule, bucket) {
      const at = now();
      const window = windowOf(name, rule, bucket, at);
      const used = window.confirmed + window.reporting + window.unreported;
      const admitted = used < rule.quota;
      if (admitted) {
        window.unreported += 1;
        dirty.add(window);
        schedule(window.unreported >= rule.quota * HASTY_SHARE);
      }
      return {
        admitted,
        quota: rule.quota,
        windowSeconds: rule.windowSeconds,
        remaining: Math.max(0, rule.quota - used - (admitted ? 1 : 0)),
        resetSeconds: Math.max(1, Math.ceil((window.endsAt - at) / 1000)),
      };
    },
  };
}
