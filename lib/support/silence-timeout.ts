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

type Call = SilenceLimits & {
  controller: AbortController;
  tookMs: number;
  /** Since the latest answer to any call. */
  quietMs: number;
};

/**
 * A service is down when it has not answered any call for some time. The time is counted in ticks,
 * because a timer per call would also expire while a burst keeps this process busy.
 * @param reason the error of an aborted call
 */
export function createSilenceTimeout(reason: () => Error): SilenceTimeout {
  const calls = new Set<Call>();
  let timer: NodeJS.Timeout | null = null;

  function tick(): void {
    for (const call of calls) {
      call.tookMs += TICK_MS;
      call.quietMs += TICK_MS;
      if (call.quietMs < call.silentMs && call.tookMs < call.totalMs) continue;
      // Calls do not report their end; aborting a finished one has no effect.
      calls.delete(call);
      call.controller.abort(reason());
    }
    if (calls.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  }

  return {
    renew() {
      for (const call of calls) call.quietMs = 0;
    },
    signal(limits) {
      const controller = new AbortController();
      calls.add({ ...limits, controller, tookMs: 0, quietMs: 0 });
      timer ??= setInterval(tick, TICK_MS).unref();
      return controller.signal;
    },
  };
}
