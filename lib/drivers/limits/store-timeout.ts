import { createSilenceTimeout } from "@/lib/support/calls/silence-timeout";

/** Callers must get a response within 500 ms while the store is down. */
const LIMITS = { silentMs: 350, totalMs: 3_000 };

/** Decides when a store that does not respond counts as down. */
export type StoreTimeout = {
  /** Call when the store has responded to any call. */
  renew(): void;
  /** A signal for one call; aborts when the store counts as down. */
  signal(): AbortSignal;
};

/** A store is down when it has not responded to any call for 350 ms. */
export function createStoreTimeout(): StoreTimeout {
  const timeout = createSilenceTimeout(
    () => new Error("The rate-limit store did not respond in time"),
  );
  return { renew: timeout.renew, signal: () => timeout.signal(LIMITS) };
}
