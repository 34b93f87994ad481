/**
 * The part of PromQL that our alert rules use, for operators without a Prometheus: selectors,
 * `rate` over a range, `sum`, `min` and `max` with `by`, a quotient, a comparison with a number,
 * and `or`. Anything else is an error, so that no rule is ignored.
 */
export type Sample = { labels: Record<string, string>; value: number };
/** A series with one value a minute; undefined where it has none. */
export type Series = { labels: Record<string, string>; values: (number | undefined)[] };

type Matcher = { label: string; value: string; isMatch: (found: string) => boolean };

/** Parses `name{a="b"}` at the start of a text; `rest` is what follows. */
export function readSelector(text: string): { name: string; matchers: Matcher[]; rest: string } {
  const [all = "", name = "", inner = ""] = text.match(/^([a-z_]\w*)(?:\{([^}]*)\})?/i) ?? [];
  const parts = inner.trim() === "" ? [] : inner.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  const matchers = parts.map(readMatcher);
  return { name, matchers, rest: text.slice(all.length).trim() };
}

/** Also compiles the pattern, so that a wrong one is an error while no series has the label. */
function readMatcher(text: string): Matcher {
  const [, label = "", operator = "", value = ""] =
    text.trim().match(/^(\w+)\s*(=~|!~|!=|=)\s*"([^"\\]*)"$/) ?? [];
  if (label === "") throw new Error(`Not supported: {${text}}`);
  const isNegated = operator.startsWith("!");
  if (!operator.endsWith("~")) {
    return { label, value, isMatch: (found) => (found === value) !== isNegated };
  }
  const pattern = new RegExp(`^(?:${value})$`);
  return { label, value, isMatch: (found) => pattern.test(found) !== isNegated };
}

/** The result of an expression at a minute. */
export function evaluate(expression: string, series: readonly Series[], minute: number): Sample[] {
  const text = expression.trim();
  const or = splitAt(text, " or ");
  if (or !== null) {
    const first = evaluate(or[0], series, minute);
    const has = new Set(first.map(keyOf));
    return [...first, ...evaluate(or[1], series, minute).filter((one) => !has.has(keyOf(one)))];
  }
  for (const operator of [" == ", " > ", " < "] as const) {
    const parts = splitAt(text, operator);
    if (parts === null) continue;
    const limit = Number(parts[1]);
    if (Number.isNaN(limit)) throw new Error(`Not a number: ${parts[1]}`);
    const holds = {
      " == ": (n: number) => n === limit,
      " > ": (n: number) => n > limit,
      " < ": (n: number) => n < limit,
    };
    return evaluate(parts[0], series, minute).filter(({ value }) => holds[operator](value));
  }
  const quotient = splitAt(text, " / ");
  if (quotient !== null) {
    const divisors = new Map(evaluate(quotient[1], series, minute).map((one) => [keyOf(one), one]));
    return evaluate(quotient[0], series, minute).flatMap((one) => {
      const divisor = divisors.get(keyOf(one));
      return divisor === undefined ? [] : [{ ...one, value: one.value / divisor.value }];
    });
  }
  return evaluateTerm(text, series, minute);
}

/** The longest range of an expression in minutes. */
export function longestRangeOf(expression: string): number {
  const ranges = expression.replace(/"[^"]*"/g, "").matchAll(/\[(\d+)m\]/g);
  return Math.max(0, ...[...ranges].map(([, minutes]) => Number(minutes)));
}

function evaluateTerm(text: string, series: readonly Series[], minute: number): Sample[] {
  const [, aggregate = "", by = "", inner = ""] =
    text.match(/^(sum|min|max)\s*(?:by \(([^)]*)\)\s*)?\((.*)\)$/) ?? [];
  if (aggregate !== "") return aggregateBy(aggregate, by, evaluate(inner, series, minute));
  const [, ranged = "", minutes = ""] = text.match(/^rate\((.*)\[(\d+)m\]\)$/) ?? [];
  const { name, matchers, rest } = readSelector(ranged === "" ? text : ranged);
  if (name === "" || rest !== "") throw new Error(`Not supported: ${text}`);
  return series
    .filter(
      ({ labels }) =>
        labels.__name__ === name &&
        matchers.every(({ label, isMatch }) => isMatch(labels[label] ?? "")),
    )
    .flatMap(({ labels: { __name__, ...labels }, values }) => {
      const now = values[minute];
      if (now === undefined) return [];
      if (ranged === "") return [{ labels, value: now }];
      const before = values[minute - Number(minutes)];
      return before === undefined
        ? []
        : [{ labels, value: (now - before) / (60 * Number(minutes)) }];
    });
}

function aggregateBy(aggregate: string, by: string, samples: readonly Sample[]): Sample[] {
  const kept = by.split(",").map((label) => label.trim());
  const groups = new Map<string, Sample>();
  for (const { labels, value } of samples) {
    const own = Object.fromEntries(
      Object.entries(labels).filter(([label]) => kept.includes(label)),
    );
    const group = groups.get(keyOf({ labels: own }));
    const values = group === undefined ? [value] : [group.value, value];
    const total =
      aggregate === "sum"
        ? values.reduce((sum, one) => sum + one, 0)
        : aggregate === "min"
          ? Math.min(...values)
          : Math.max(...values);
    groups.set(keyOf({ labels: own }), { labels: own, value: total });
  }
  return [...groups.values()];
}

function keyOf({ labels }: { labels: Record<string, string> }): string {
  return JSON.stringify(Object.entries(labels).sort());
}

/** Splits at an operator outside of brackets and quotes; null if it is not there. */
function splitAt(text: string, operator: string): [string, string] | null {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (letter === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if ("([{".includes(letter)) depth += 1;
    if (")]}".includes(letter)) depth -= 1;
    if (depth === 0 && text.startsWith(operator, at)) {
      return [text.slice(0, at).trim(), text.slice(at + operator.length).trim()];
    }
  }
  return null;
}
