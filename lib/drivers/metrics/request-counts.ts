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

/** Upper ends in seconds: from a cached answer to a manager that is mined while the caller waits. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

type Latencies = { counts: number[]; sum: number; count: number };
type Series = { latencies: Latencies; answers: Map<string, Map<number, number>> };

/** Counts answered requests. */
export type RequestCounts = {
  add(facts: RequestFacts): void;
  /** How many of each operation, method and status. */
  answers(): Reading[];
  /** The histogram of their times in Prometheus' text format. */
  histogram(name: string, help: string): string;
};

/**
 * Counts requests in plain numbers. A metric of the library costs microseconds for each: it looks for
 * the series by all labels, and cached answers come by the ten thousand a second. There are as many
 * series as there are operations, methods and statuses.
 */
export function createRequestCounts(): RequestCounts {
  const operations = new Map<string, Series>();

  function seriesOf(operation: string): Series {
    const known = operations.get(operation);
    if (known !== undefined) return known;
    const latencies = { counts: BUCKETS.map(() => 0), sum: 0, count: 0 };
    const fresh = { latencies, answers: new Map<string, Map<number, number>>() };
    operations.set(operation, fresh);
    return fresh;
  }

  return {
    add({ operation, method, status, seconds }) {
      const { latencies, answers } = seriesOf(operation);
      latencies.count += 1;
      latencies.sum += seconds;
      const bucket = BUCKETS.findIndex((end) => seconds <= end);
      if (bucket !== -1) latencies.counts[bucket] = (latencies.counts[bucket] ?? 0) + 1;
      const statuses = answers.get(method) ?? new Map<number, number>();
      if (statuses.size === 0) answers.set(method, statuses);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    },
    answers: () =>
      [...operations].flatMap(([operation, { answers }]) =>
        [...answers].flatMap(([method, statuses]) =>
          [...statuses].map(([status, value]) => ({
            labels: { operation, method, status: String(status) },
            value,
          })),
        ),
      ),
    histogram(name, help) {
      const lines = [...operations].flatMap(([operation, { latencies }]) =>
        describe(name, operation, latencies),
      );
      return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...lines, ""].join("\n");
    },
  };
}

/** Each bucket holds what is at most as slow as its end. */
function describe(name: string, operation: string, { counts, sum, count }: Latencies): string[] {
  let total = 0;
  const label = `operation=${JSON.stringify(operation)}`;
  const buckets = BUCKETS.map((end, i) => {
    total += counts[i] ?? 0;
    return `${name}_bucket{le="${end}",${label}} ${total}`;
  });
  return [
    ...buckets,
    `${name}_bucket{le="+Inf",${label}} ${count}`,
    `${name}_sum{${label}} ${sum}`,
    `${name}_count{${label}} ${count}`,
  ];
}
