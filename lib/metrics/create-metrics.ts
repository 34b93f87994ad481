import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** One answered request. */
export type RequestFacts = {
  /** The operation's id, or `page` for everything else. */
  operation: string;
  method: string;
  status: number;
  seconds: number;
};

/** A value that is read when somebody asks for the metrics. */
export type Reading = { labels: Record<string, string>; value: number };
export type MetricSource = {
  /** A counter's ends in `_total`. */
  name: string;
  kind: "gauge" | "counter";
  help: string;
  labels: readonly string[];
  /** May throw: then the metric has no values. */
  read(): Promise<Reading[]> | Reading[];
};

/** Numbers about this process for its operator, in Prometheus' text format. */
export type Metrics = {
  request(facts: RequestFacts): void;
  /** How the cache came to an answer. */
  cache(outcome: string): void;
  /** A request waits because its caller has used up its share of the server's time. */
  paced(operation: string): void;
  add(source: MetricSource): void;
  /** @returns the text and its media type */
  render(): Promise<{ text: string; contentType: string }>;
};

/** From a held answer to a manager that is mined while the caller waits. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
const METHODS = new Set(["GET", "HEAD", "POST", "OPTIONS", "PATCH", "DELETE", "PUT"]);

/** Gauges that are named like counters; the metrics without `_total` have the same by type. */
const MISNAMED = ["handles", "requests", "resources"].map((of) => `nodejs_active_${of}_total`);

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const registers = [registry];
  const requests = new Counter({
    name: "slipway_http_requests_total",
    help: "Answered requests.",
    labelNames: ["operation", "method", "status"],
    registers,
  });
  const latencies = new Histogram({
    name: "slipway_http_request_seconds",
    help: "Time from a request's arrival to the end of its answer.",
    labelNames: ["operation"],
    buckets: SECONDS,
    registers,
  });
  const paced = new Counter({
    name: "slipway_paced_requests_total",
    help: "Requests that waited because their caller had used up its share of the server's time.",
    labelNames: ["operation"],
    registers,
  });
  const outcomes = new Counter({
    name: "slipway_cache_answers_total",
    help: "Reads by how the cache came to their answers: hit, stale, miss, shared.",
    labelNames: ["outcome"],
    registers,
  });

  // Finding a series by its labels costs more than counting in it, and held answers come by the
  // thousand a second. There are as many as there are operations, methods and statuses.
  const requestsOf = remember((key) => requests.labels(...key.split(" ")));
  const latenciesOf = remember((operation) => latencies.labels(operation));
  const pacedOf = remember((operation) => paced.labels(operation));
  const outcomesOf = remember((outcome) => outcomes.labels(outcome));

  return {
    request({ operation, method, status, seconds }) {
      // A client chooses its method freely; each value would be a series of its own.
      const known = METHODS.has(method) ? method : "other";
      requestsOf(`${operation} ${known} ${status}`).inc();
      latenciesOf(operation).observe(seconds);
    },
    cache: (outcome) => outcomesOf(outcome).inc(),
    paced: (operation) => pacedOf(operation).inc(),
    add({ name, kind, help, labels, read }) {
      const metric = { name, help, labelNames: [...labels], registers };
      const collectInto = async (target: Gauge | Counter) => {
        target.reset();
        try {
          for (const { labels: of, value } of await read()) target.inc(of, value);
        } catch {
          // What cannot be read has no value; the health checks say why.
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
    },
    render: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}

/** The same answer for the same key, made once. */
function remember<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make(key);
    made.set(key, fresh);
    return fresh;
  };
}
