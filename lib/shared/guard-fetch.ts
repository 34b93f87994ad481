import { endWithSignal } from "@/lib/shared/abort";

/**
 * Replaces the `fetch` of this process, also for its libraries, by one whose signal ends the body.
 * The first import of every program that runs for long.
 */
const original = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const response = await original(input, init);
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
  return endWithSignal(response, signal);
};
