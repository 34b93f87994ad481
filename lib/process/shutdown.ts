import { setMaxListeners } from "node:events";
import type { ServiceContext } from "@/lib/context";

/** How long requests in progress may take to finish when the server is stopped. */
const DRAIN_MS = 4_000;

/**
 * Stops this web server on a signal, or when its supervisor ends. Create it before anything else is
 * started: a supervisor may stop this process while it is still starting.
 * @returns `signal` aborts when the server stops; the process ends once no request is in flight
 */
export function createShutdown(
  ctx: Pick<ServiceContext, "env" | "lifecycle" | "log" | "tracing">,
): { signal: AbortSignal; inFlight: { begin(): void; end(): void } } {
  const { env, lifecycle, log, tracing } = ctx;
  const stopping = new AbortController();
  // Every background task adds a listener; Node warns of a leak above ten.
  setMaxListeners(50, stopping.signal);
  let inFlight = 0;

  /**
   * `/readyz` returns 503 and everything else is served, until the load balancer has noticed; then
   * the server stops.
   */
  function leave(reason: string): void {
    if (lifecycle.phase === "stopping") return;
    const isServing = lifecycle.phase === "serving";
    lifecycle.phase = "stopping";
    if (!isServing || env.SHUTDOWN_DELAY_MS === 0) {
      stop(reason);
      return;
    }
    log.info({ reason, delayMs: env.SHUTDOWN_DELAY_MS }, "not ready: stopping soon");
    setTimeout(() => stop(reason), env.SHUTDOWN_DELAY_MS);
  }

  /**
   * New requests get 503 and requests in progress may finish; then nothing keeps the process alive.
   */
  function stop(reason: string): void {
    if (stopping.signal.aborted) return;
    lifecycle.phase = "stopping";
    log.info({ reason }, "stopping");
    setTimeout(() => process.exit(0), DRAIN_MS).unref();
    stopping.abort();
    exitWhenIdle();
  }

  async function exit(): Promise<void> {
    await tracing.stop();
    process.exit(0);
  }

  function exitWhenIdle(): void {
    if (inFlight === 0 && stopping.signal.aborted) void exit();
  }

  // `on`: npm forwards a signal that the terminal has sent already, and the default would end at once.
  process.on("SIGTERM", () => leave("SIGTERM"));
  process.once("SIGINT", () => stop("SIGINT"));
  process.once("disconnect", () => stop("the supervisor is gone"));
  if (process.connected === false) process.exit(0);

  return {
    signal: stopping.signal,
    inFlight: {
      begin() {
        inFlight += 1;
      },
      end() {
        inFlight -= 1;
        exitWhenIdle();
      },
    },
  };
}
