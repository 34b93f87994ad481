import { Inngest } from "inngest";

export type JobEvent = { id: string; name: string; data: Record<string, unknown> };

/** Connection to the job engine: receives events and runs durable functions. */
export type JobEvents = {
  send(events: JobEvent[]): Promise<void>;
  /**
   * Whether the engine responds within a second; null for Inngest Cloud, which has no health check.
   */
  isHealthy(): Promise<boolean | null>;
};

const HEALTH_MS_MAX = 1_000;
/**
 * For each of the SDK's five attempts. The relay holds a database transaction while it sends, so a
 * hanging engine must not stop it.
 */
const ATTEMPT_MS_MAX = 3_000;

/**
 * Sends events with the Inngest SDK to the embedded engine, a self-hosted Inngest or Inngest Cloud.
 * @param options.baseUrl null for Inngest Cloud
 */
export function createJobEvents(options: {
  eventKey: string;
  baseUrl: string | null;
  attemptMsMax?: number;
}): JobEvents {
  const { attemptMsMax = ATTEMPT_MS_MAX } = options;
  const client = new Inngest({
    id: "slipway",
    eventKey: options.eventKey,
    isDev: false,
    fetch: async (input, init) => {
      const signals = [AbortSignal.timeout(attemptMsMax), init?.signal ?? []].flat();
      try {
        return await fetch(input, { ...init, signal: AbortSignal.any(signals) });
      } catch (cause) {
        // The SDK prints errors that do not begin like those of `fetch`; the relay logs this one.
        throw new Error("fetch failed: the job engine did not answer", { cause });
      }
    },
    ...(options.baseUrl === null ? {} : { baseUrl: options.baseUrl }),
  });
  return {
    async send(events) {
      await client.send(events);
    },
    async isHealthy() {
      if (options.baseUrl === null) return null;
      const signal = AbortSignal.timeout(HEALTH_MS_MAX);
      return fetch(new URL("/health", options.baseUrl), { signal }).then(
        ({ ok }) => ok,
        () => false,
      );
    },
  };
}
