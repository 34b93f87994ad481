/**
 * How long a store may be silent before it counts as down; callers must get a response within 500
 * ms.
 */
const SILENT_TICKS_MAX = 7;
/** Time limit of one call while others are answered: 3 s. */
const TICKS_MAX = 60;
const TICK_MS = 50;

/** Decides when a store that does not respond counts as down. */
export type StoreTimeout = {
  /** Call when the store has responded to any call. */
  renew(): void;
  /** A signal for one call; aborts when the store counts as down. */
  signal(): AbortSignal;
};

type Call = { controller: AbortController; ticks: number; silentTicks: number };

/**
 * A store is down when it has not responded to any call for 350 ms of this process's running time.
 * A timer per call would also fail while a burst keeps the process or the store busy.
 */
export function createStoreTimeout(): StoreTimeout {
  const calls = new Set<Call>();
  let timer: NodeJS.Timeout | null = null;

  function tick(): void {
    for (const call of calls) {
      call.ticks += 1;
      call.silentTicks += 1;
      if (call.silentTicks < SILENT_TICKS_MAX && call.ticks < TICKS_MAX) continue;
      // Calls do not report their end; aborting a finished one has no effect.
      calls.delete(call);
      call.controller.abort(new Error("The rate-limit store did not respond in time"));
    }
    if (calls.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  }

  return {
    renew() {
      for (const call of calls) call.silentTicks = 0;
    },
    signal() {
      const controller = new AbortController();
      calls.add({ controller, ticks: 0, silentTicks: 0 });
      timer ??= setInterval(tick, TICK_MS).unref();
      return controller.signal;
    },
  };
}
