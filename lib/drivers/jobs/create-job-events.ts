import { Inngest } from "inngest";
import { timeoutSignal } from "@/lib/shared/abort";

export type JobEvent = { id: string; name: string; data: Record<string, unknown> };

/** Connection to the job engine: receives events and runs durable functions. */
export type JobEvents = {
  send(events: JobEvent[]): Promise<void>;
  /**
   * Whether the engine responds within a second and accepted the latest events; null for Inngest
   * Cloud, which has no health check, unless it refused them.
   */
  isHealthy(): Promise<boolean | null>;
};

const HEALTH_MS_MAX = 1_000;
/** The SDK's error for a wrong event key; it has no code. */
const REFUSAL = /^Inngest API Error: 40[13]\b/;
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
      const signals = [timeoutSignal(attemptMsMax), init?.signal ?? []].flat();
      try {
        return await fetch(input, { ...init, signal: AbortSignal.any(signals) });
      } catch (cause) {
        // The SDK prints errors that do not begin like those of `fetch`; the relay logs this one.
        throw new Error("fetch failed: the job engine did not answer", { cause });
      }
    },
    ...(options.baseUrl === null ? {} : { baseUrl: options.baseUrl }),
  });
  let isRefused = false;
  return {
    async send(events) {
      try {
        await client.send(events);
        isRefused = false;
      } catch (cause) {
        isRefused = cause instanceof Error && REFUSAL.test(cause.message);
        if (!isRefused) throw cause;
        throw new Error("the job engine rejects INNGEST_EVENT_KEY; launches wait", { cause });
      }
    },
    async isHealthy() {
      if (isRefused) return false;
      if (options.baseUrl === null) return null;
      const signal = timeoutSignal(HEALTH_MS_MAX);
      return fetch(new URL("/health", options.baseUrl), { signal }).then(
        ({ ok }) => ok,
        () => false,
      );
    },
  };
}
