import { setMaxListeners } from "node:events";

const TICK_MS = 50;

/** Limits of one call, in milliseconds of this process's running time. */
export type SilenceLimits = {
  /** How long the service may answer no call at all. */
  silentMs: number;
  /** Time limit of the call while the service answers others. */
  totalMs: number;
};

/** Decides when a service that does not answer counts as down. */
export type SilenceTimeout = {
  /** Call when the service has answered any call. */
  renew(): void;
  /** A signal for one call; aborts when the service counts as down. */
  signal(limits: SilenceLimits): AbortSignal;
};

/** All calls that began in one tick with the same limits. */
type Slot = SilenceLimits & { controller: AbortController; startedAt: number };

/**
 * A service is down when it has not answered any call for some time. The time is counted in ticks,
 * because a timer per call would also expire while a burst keeps this process busy. Calls that begin
 * in one tick share a signal: their number does not matter, and they need not report their end.
 * @param reason the error of an aborted call
 */
export function createSilenceTimeout(reason: () => Error): SilenceTimeout {
  const slots = new Set<Slot>();
  let latest: Slot[] = [];
  let timer: NodeJS.Timeout | null = null;
  let ticks = 0;
  /** The tick of the latest answer to any call. */
  let renewedAt = 0;

  function tick(): void {
    ticks += 1;
    latest = [];
    for (const slot of slots) {
      const tookMs = (ticks - slot.startedAt) * TICK_MS;
      const quietMs = (ticks - Math.max(slot.startedAt, renewedAt)) * TICK_MS;
      if (quietMs < slot.silentMs && tookMs < slot.totalMs) continue;
      // Aborting finished calls has no effect.
      slots.delete(slot);
      slot.controller.abort(reason());
    }
    if (slots.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  }

  function open(limits: SilenceLimits): Slot {
    const slot = { ...limits, controller: new AbortController(), startedAt: ticks };
    // Every call adds a listener.
    setMaxListeners(0, slot.controller.signal);
    slots.add(slot);
    latest.push(slot);
    return slot;
  }

  return {
    renew() {
      renewedAt = ticks;
    },
    signal({ silentMs, totalMs }) {
      timer ??= setInterval(tick, TICK_MS).unref();
      const slot = latest.find((one) => one.silentMs === silentMs && one.totalMs === totalMs);
      return (slot ?? open({ silentMs, totalMs })).controller.signal;
    },
  };
}
