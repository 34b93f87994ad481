import { readSelector, type Series } from "@/lib/features/alerts/rules/promql";

/** Parses `name{a="b"}`, and values such as `0+10x20` or `1 2 _ 3`. */
export function parseSeries(series: string, values: string): Series {
  const { name, matchers, rest } = readSelector(series);
  if (rest !== "") throw new Error(`Not a series: ${series}`);
  const labels = Object.fromEntries(matchers.map(({ label, value }) => [label, value]));
  const expanded = values.split(/\s+/).flatMap((part): (number | undefined)[] => {
    if (part === "_") return [undefined];
    const [, start = "", step = "0", count] =
      part.match(/^(-?[\d.]+)(?:([+-][\d.]+))?(?:x(\d+))?$/) ?? [];
    if (start === "") throw new Error(`Not values: ${part}`);
    const more = Number(count ?? 0);
    return Array.from({ length: more + 1 }, (_, n) => Number(start) + n * Number(step));
  });
  return { labels: { __name__: name, ...labels }, values: expanded };
}

/** The metrics that an expression names. */
export function metricsIn(expression: string): string[] {
  const found = expression.replace(/"[^"]*"/g, "").matchAll(/\b([a-z]\w*_\w+|up)\b/g);
  return [...found].map(([, name = ""]) => name).filter((name) => name !== "histogram_quantile");
}
