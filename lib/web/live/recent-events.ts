import type { Query, QueryClient } from "@tanstack/react-query";
import type { StreamEvent } from "@/lib/features/stream/schema";

/** How many events are stored, and for how long, in milliseconds: longer than a request takes. */
const EVENTS_MAX = 500;
const KEPT_MS = 60_000;

/** The events of the last minute. */
export type RecentEvents = {
  add(event: StreamEvent): void;
  /** The number of events so far. */
  count(): number;
  /** Events after the first `count`; of a token's figures only the last ones. */
  after(count: number): StreamEvent[];
  stop(): void;
};

/**
 * Stores a stream's events, and watches for responses that were requested before one of them: such a
 * response may lack the event, and has replaced data that includes it.
 * @param onLate called with the query of such a response and the events since its request
 */
export function recentEvents(
  client: QueryClient,
  onLate: (query: Query, missed: StreamEvent[]) => void,
): RecentEvents {
  let total = 0;
  let recent: { at: number; place: number; event: StreamEvent }[] = [];
  const countAtRequest = new WeakMap<Query, number>();

  function after(count: number): StreamEvent[] {
    const events = recent.filter(({ place }) => place > count).map(({ event }) => event);
    const last = new Map(events.map((event) => [keyOf(event), event]));
    return events.filter((event) => last.get(keyOf(event)) === event);
  }

  const stop = client.getQueryCache().subscribe((change) => {
    if (change.type !== "updated") return;
    const { action, query } = change;
    if (action.type === "fetch") countAtRequest.set(query, total);
    if (action.type !== "success" || action.manual === true) return;
    const missed = after(countAtRequest.get(query) ?? 0);
    if (missed.length > 0) onLate(query, missed);
  });
  return {
    add(event) {
      const at = Date.now();
      total += 1;
      // Earlier events may be of blocks that are no longer on the chain.
      const kept = isUndoing(event) ? [] : recent.filter((one) => at - one.at <= KEPT_MS);
      recent = [...kept.slice(1 - EVENTS_MAX), { at, place: total, event }];
    },
    count: () => total,
    after,
    stop,
  };
}

/** Whether responses from before the event are wrong, and not only older. */
export function isUndoing({ event }: StreamEvent): boolean {
  return event === "reorg" || event === "reset";
}

function keyOf({ event, id, data }: StreamEvent): string {
  return event === "token" ? data.tokenAddress : `${event} ${id}`;
}
