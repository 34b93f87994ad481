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
 * Sends events with the Inngest SDK to the embedded engine, a self-hosted Inngest or Inngest Cloud.
 * @param options.baseUrl null for Inngest Cloud
 */
export function createJobEvents(options: { eventKey: string; baseUrl: string | null }): JobEvents {
  const client = new Inngest({
    id: "slipway",
    eventKey: options.eventKey,
    isDev: false,
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
