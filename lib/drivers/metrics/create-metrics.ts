import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { createRequestCounts, type MetricSample, type RequestFacts } from "./request-counts";

export type MetricSource = {
  /** A counter's name ends in `_total`. */
  name: string;
  kind: "gauge" | "counter";
  help: string;
  labels: readonly string[];
  /** May throw: then the metric has no values. */
  read(): Promise<MetricSample[]> | MetricSample[];
};

/** Metrics of this process in the Prometheus text format. */
export type Metrics = {
  request(facts: RequestFacts): void;
  /** Counts a cache decision. */
  cache(outcome: string): void;
  /** Counts a request that waits because its caller used up its share of server time. */
  paced(operation: string): void;
  add(source: MetricSource): void;
  /** @returns the text and its media type */
  render(): Promise<{ text: string; contentType: string }>;
};

const METHODS = new Set(["GET", "HEAD", "POST", "OPTIONS", "PATCH", "DELETE", "PUT"]);

/** Gauges named like counters; the metrics without `_total` have the same values by type. */
const MISNAMED = ["handles", "requests", "resources"].map((of) => `nodejs_active_${of}_total`);

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const registers = [registry];
  const requests = createRequestCounts();
  const outcomes = new Map<string, number>();
  const paced = new Map<string, number>();

  function add({ name, kind, help, labels, read }: MetricSource): void {
    const metric = { name, help, labelNames: [...labels], registers };
    const collectInto = async (target: Gauge | Counter) => {
      target.reset();
      // Without labels, the reset sets 0 instead of no value.
      if (labels.length === 0) target.remove();
      try {
        for (const { labels: of, value } of await read()) target.inc(of, value);
      } catch {
        // A metric that cannot be read has no value; the health checks report why.
      }
    };
    if (kind === "gauge")
      new Gauge({
        ...metric,
        collect() {
          return collectInto(this);
        },
      });
    else
      new Counter({
        ...metric,
        collect() {
          return collectInto(this);
        },
      });
  }

  add({
    name: "slipway_http_requests_total",
    kind: "counter",
    help: "Requests by operation and status. refused is true for a 5xx that is no failure.",
    labels: ["operation", "method", "status", "refused"],
    read: requests.answers,
  });
  add({
    name: "slipway_cache_answers_total",
    kind: "counter",
    help: "Reads by cache decision: hit, stale, miss, shared.",
    labels: ["outcome"],
    read: () => [...outcomes].map(([outcome, value]) => ({ labels: { outcome }, value })),
  });
  add({
    name: "slipway_paced_requests_total",
    kind: "counter",
    help: "Requests that waited because their caller had used up its share of the server's time.",
    labels: ["operation"],
    read: () => [...paced].map(([operation, value]) => ({ labels: { operation }, value })),
  });

  return {
    add,
    request(facts) {
      // Clients choose the method freely, and each value would create a series.
      requests.add(METHODS.has(facts.method) ? facts : { ...facts, method: "other" });
    },
    cache(outcome) {
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    },
    paced(operation) {
      paced.set(operation, (paced.get(operation) ?? 0) + 1);
    },
    async render() {
      const help = "Time from the arrival of a request to the end of the response.";
      const latencies = requests.histogram("slipway_http_request_seconds", help);
      return { text: `${await registry.metrics()}${latencies}`, contentType: registry.contentType };
    },
  };
}
