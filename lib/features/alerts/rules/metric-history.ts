import type { Series } from "./promql";

const MINUTES = 30;
/** How far back from the newest values a rule can read. */
export const READ_MINUTES_MAX = MINUTES - 1;

/** The values of metrics of the last half hour, one a minute. */
export type MetricHistory = {
  /** Adds a scrape in the Prometheus text format. */
  add(text: string): void;
  series(): Series[];
  /** The index of the newest values. */
  newest(): number;
};

export function createMetricHistory(): MetricHistory {
  let scrapes: Map<string, { labels: Record<string, string>; value: number }>[] = [];
  return {
    add(text) {
      scrapes = [...scrapes, parseMetrics(text)].slice(-MINUTES);
    },
    newest: () => scrapes.length - 1,
    series() {
      const labels = new Map(
        scrapes.flatMap((scrape) => [...scrape].map(([key, one]) => [key, one.labels] as const)),
      );
      return [...labels].map(([key, of]) => ({
        labels: of,
        values: scrapes.map((scrape) => scrape.get(key)?.value),
      }));
    },
  };
}

/** Only our own metrics: those of Node have hundreds of series that no rule reads. */
const LINE = /^(slipway_\w+)(?:\{(.*)\})? (\S+)$/;

/** The metrics of a scrape by their full name. */
export function parseMetrics(text: string) {
  return new Map(
    text.split("\n").flatMap((line) => {
      const [, name, inner = "", value = ""] = LINE.exec(line) ?? [];
      if (name === undefined || name.endsWith("_bucket")) return [];
      const labels = [...inner.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(
        ([, label = "", of = ""]) => [label, of.replace(/\\(.)/g, "$1")],
      );
      const series = { labels: { __name__: name, ...Object.fromEntries(labels) } };
      return [[`${name}{${inner}}`, { ...series, value: Number(value) }] as const];
    }),
  );
}
