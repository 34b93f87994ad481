import { READ_MINUTES_MAX } from "./metric-history";
import { evaluate, longestRangeOf, type Sample, type Series } from "./promql";

export type Severity = "page" | "ticket";

/** A rule of `ops/prometheus/slipway.rules.yml`. */
export type AlertRule = {
  name: string;
  /** PromQL; see `promql.ts` for the part that is understood. */
  expr: string;
  /** How long the expression must hold. */
  minutes: number;
  severity: Severity;
  /** A template with `{{ $value }}` and `{{ $labels.name }}`. */
  summary: string;
  runbook: string;
};

/** An alert whose condition has held for long enough. */
export type FiringAlert = {
  name: string;
  /** As JSON with sorted names; identifies it together with `name`. */
  labels: string;
  severity: Severity;
  summary: string;
  runbook: string;
};

/**
 * The alerts of a rule that fire at a minute.
 * @param series one value a minute
 */
export function firingAt(rule: AlertRule, series: readonly Series[], minute: number): Sample[] {
  const at = (when: number) => evaluate(rule.expr, series, when);
  const span = Array.from({ length: rule.minutes }, (_, n) => at(minute - n - 1));
  return at(minute).filter((sample) =>
    span.every((then) => then.some((other) => labelsOf(other) === labelsOf(sample))),
  );
}

/** The minutes before the newest one that a rule reads. */
export function minutesReadBy({ minutes, expr }: Pick<AlertRule, "minutes" | "expr">): number {
  return minutes + longestRangeOf(expr);
}

/**
 * Checks that a rule can be evaluated, whatever metrics there are.
 * @throws Error for PromQL that is not supported, or a time that is longer than the history
 */
export function requireEvaluable(rule: Pick<AlertRule, "name" | "minutes" | "expr">): void {
  try {
    evaluate(rule.expr, [], 0);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The expression of ${rule.name} cannot be evaluated: ${reason}`);
  }
  if (minutesReadBy(rule) <= READ_MINUTES_MAX) return;
  throw new Error(
    `${rule.name} needs more than ${READ_MINUTES_MAX} minutes: "for" and the longest range together`,
  );
}

/** The text of an alert. */
export function describeAlert(rule: AlertRule, sample: Sample): FiringAlert {
  const { name, severity, runbook } = rule;
  const summary = fill(rule.summary, sample);
  return { name, labels: labelsOf(sample), severity, summary, runbook };
}

function labelsOf({ labels }: Sample): string {
  return JSON.stringify(Object.fromEntries(Object.entries(labels).sort()));
}

function fill(template: string, { labels, value }: Sample): string {
  return template
    .replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => labels[label] ?? "")
    .replace(/\{\{ \$value(?: \| (\w+))? \}\}/g, (_, form: string | undefined) =>
      formatValue(value, form),
    );
}

function formatValue(value: number, form: string | undefined): string {
  if (form === "humanizePercentage") return `${round(value * 100)}%`;
  if (form !== "humanizeDuration") return String(round(value));
  // A time that is left is negative once it has passed.
  const size = Math.abs(value);
  if (size < 120) return `${round(value)} s`;
  return size < 7_200 ? `${Math.round(value / 60)} min` : `${Math.round(value / 3_600)} h`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
