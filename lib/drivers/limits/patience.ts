/** How long a store may be silent before it counts as down; callers must hear within 500 ms. */
const SILENT_TICKS_MAX = 7;
/** How long one call may take while others are answered: 3 s. */
const TICKS_MAX = 60;
const TICK_MS = 50;

/** Decides when a store that has not answered counts as down. */
export type Patience = {
  /** The store has answered somebody. */
  renew(): void;
  /** For one call: aborts when the store counts as down. */
  signal(): AbortSignal;
};

type Call = { controller: AbortController; ticks: number; silentTicks: number };

/**
 * A store is down when nobody heard from it for 350 ms in which this process had time to listen. A
 * burst of requests keeps the process busy, or the store, for longer than that: a timer for each
 * call would blame a store that answers one after the other.
 */
export function createPatience(): Patience {
  const calls = new Set<Call>();
  let timer: NodeJS.Timeout | null = null;

  function tick(): void {
    for (const call of calls) {
      call.ticks += 1;
      call.silentTicks += 1;
      if (call.silentTicks < SILENT_TICKS_MAX && call.ticks < TICKS_MAX) continue;
      // Nobody tells of a call that has ended: to abort it then does nothing.
      calls.delete(call);
      call.controller.abort(new Error("The rate-limit store did not answer in time"));
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
