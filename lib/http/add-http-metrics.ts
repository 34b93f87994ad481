import type { ServiceContext } from "@/lib/context";
import type { ResponseCache } from "./cache/response-cache";
import type { EventStreams } from "./event-streams";

/** Registers the sizes of the event streams and of the response cache. */
export function addHttpMetrics(
  { metrics }: Pick<ServiceContext, "metrics">,
  { streams, cache }: { streams: EventStreams; cache: ResponseCache },
): void {
  metrics.add({
    name: "slipway_streams_open",
    kind: "gauge",
    help: "Open event streams.",
    labels: [],
    read: () => [{ labels: {}, value: streams.count() }],
  });
  metrics.add({
    name: "slipway_streams_dropped_total",
    kind: "counter",
    help: "Event streams that ended because their reader did not keep up.",
    labels: [],
    read: () => [{ labels: {}, value: streams.dropped() }],
  });
  metrics.add({
    name: "slipway_cache_entries",
    kind: "gauge",
    help: "Cached responses.",
    labels: [],
    read: () => [{ labels: {}, value: cache.size().entries }],
  });
  metrics.add({
    name: "slipway_cache_bytes",
    kind: "gauge",
    help: "Memory that cached responses take.",
    labels: [],
    read: () => [{ labels: {}, value: cache.size().bytes }],
  });
}
