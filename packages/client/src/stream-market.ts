import { streamEvent } from "@/lib/features/stream/schema";
import type { CallOptions } from "./call";
import { followStream, type StreamOptions } from "./follow-stream";
import type { ChainSlug, StreamEvent } from "./wire";

export type { StreamOptions };

/**
 * Launches and trades as they happen, until `signal` aborts. Reconnects automatically and resumes
 * after the last event; `reset` reports a gap that it could not fill, `reorg` what to discard.
 * @throws ApiError when a retry cannot help (an unknown chain, for example)
 */
export function streamMarket(
  chain: ChainSlug,
  options: StreamOptions & Pick<CallOptions, "baseUrl" | "fetch" | "headers"> = {},
): AsyncGenerator<StreamEvent, void> {
  return followStream(chain, streamEvent, options);
}
