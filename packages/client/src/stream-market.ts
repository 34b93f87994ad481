import { STREAM_EVENTS, streamEvent } from "@/lib/features/stream/schema";
import { ApiError } from "./api-error";
import type { CallOptions } from "./call";
import { followStream, type StreamOptions, type UnreadableEvent } from "./follow-stream";
import { readerOf } from "./read-answer";
import type { ChainSlug, StreamEvent } from "./wire";

export type { StreamOptions, UnreadableEvent };

/**
 * Launches and trades as they happen, until `signal` aborts. Reconnects automatically and resumes
 * after the last event; `reset` reports a gap that it could not fill, `reorg` what to discard.
 * @throws ApiError when a retry cannot help (an unknown chain, for example), and with the code
 * `invalid_answer` for an event that cannot be read, unless `onUnreadable` receives it. What a callback
 * throws ends the stream
 */
export function streamMarket(
  chain: ChainSlug,
  options: StreamOptions & Pick<CallOptions, "baseUrl" | "fetch" | "headers"> = {},
): AsyncGenerator<StreamEvent, void> {
  return followStream(chain, readerOf(streamEvent), {
    ...options,
    onUnreadable: options.onUnreadable ?? endStream,
  });
}

/** Ends the stream at an event that cannot be read, unless a later version has added its kind. */
function endStream({ event }: UnreadableEvent, cause: unknown): void {
  if (!Object.hasOwn(STREAM_EVENTS, event)) return;
  throw new ApiError(
    {
      kind: "invalid_answer",
      code: "invalid_answer",
      message: `An event "${event}" of the stream has an unknown shape`,
    },
    cause,
  );
}
