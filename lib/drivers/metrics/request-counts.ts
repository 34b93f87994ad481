/** One completed request. */
export type RequestFacts = {
  /** The operation's id; `page` for everything else. */
  operation: string;
  method: string;
  status: number;
  /** Whether it was refused on purpose, although the status is 500 or more. */
  isIntended?: boolean;
  seconds: number;
};

/** A value that is read on each scrape. */
export type MetricSample = { labels: Record<string, string>; value: number };

/**
 * Upper bounds in seconds: from a cached response to a manager that is mined during the request.
 */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

type Latencies = { counts: number[]; sum: number; count: number };
/** Numbers of requests by method and status. */
type Answers = Map<string, Map<number, number>>;
type Series = { latencies: Latencies; answers: Answers; refusals: Answers };

/** Counts completed requests. */
export type RequestCounts = {
  add(facts: RequestFacts): void;
  /** Counts by operation, method and status; those that were refused on purpose apart. */
  answers(): MetricSample[];
  /** The latency histogram in the Prometheus text format. */
  histogram(name: string, help: string): string;
};

/**
 * Counts requests in plain numbers. The library's counters cost microseconds each because they look
 * up the series by labels, and cached responses arrive at tens of thousands a second. The number of
 * series is bounded by operations, methods and statuses.
 */
export function createRequestCounts(): RequestCounts {
  const operations = new Map<string, Series>();

  function seriesOf(operation: string): Series {
    const known = operations.get(operation);
    if (known !== undefined) return known;
    const latencies = { counts: BUCKETS.map(() => 0), sum: 0, count: 0 };
    const fresh: Series = { latencies, answers: new Map(), refusals: new Map() };
    operations.set(operation, fresh);
    return fresh;
  }

  return {
    add({ operation, method, status, seconds, isIntended = false }) {
      const { latencies, ...counts } = seriesOf(operation);
      const answers = isIntended ? counts.refusals : counts.answers;
      latencies.count += 1;
      latencies.sum += seconds;
      const bucket = BUCKETS.findIndex((end) => seconds <= end);
      if (bucket !== -1) latencies.counts[bucket] = (latencies.counts[bucket] ?? 0) + 1;
      const statuses = answers.get(method) ?? new Map<number, number>();
      if (statuses.size === 0) answers.set(method, statuses);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    },
    answers: () =>
      [...operations].flatMap(([operation, { answers, refusals }]) => [
        ...samplesOf(answers, { operation }),
        ...samplesOf(refusals, { operation, refused: "true" }),
      ]),
    histogram(name, help) {
      const lines = [...operations].flatMap(([operation, { latencies }]) =>
        describe(name, operation, latencies),
      );
      return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...lines, ""].join("\n");
    },
  };
}

function samplesOf(answers: Answers, labels: Record<string, string>): MetricSample[] {
  return [...answers].flatMap(([method, statuses]) =>
    [...statuses].map(([status, value]) => ({
      labels: { ...labels, method, status: String(status) },
      value,
    })),
  );
}

/** Buckets are cumulative: each one counts all requests up to its bound. */
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
