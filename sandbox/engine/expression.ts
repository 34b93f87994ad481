import { Environment } from "@marcbachmann/cel-js";
import canonicalize from "canonicalize";

/** Variables of an expression: `event` started the run, `async` arrived later. */
export type Scope = { event: unknown; async?: unknown };

const CACHE_MAX = 500;
const environment = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  enableOptionalTypes: true,
});
const cache = new Map<string, ReturnType<Environment["parse"]>>();

function evaluate(expression: string, scope: Scope): unknown {
  let parsed = cache.get(expression);
  if (parsed === undefined) {
    parsed = environment.parse(expression);
    if (cache.size >= CACHE_MAX) cache.clear();
    cache.set(expression, parsed);
  }
  return parsed({ event: scope.event, async: scope.async ?? {} });
}

/** The syntax error of an expression, or null when it is valid. */
export function expressionError(expression: string): string | null {
  try {
    environment.parse(expression);
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.split("\n")[0] ?? "invalid") : "invalid";
  }
}

/**
 * Whether an event satisfies a CEL condition; without a condition always true. A missing field or a
 * wrong type makes it false.
 */
export function isMatch(expression: string | null | undefined, scope: Scope): boolean {
  if (expression === null || expression === undefined || expression === "") return true;
  try {
    return evaluate(expression, scope) === true;
  } catch {
    return false;
  }
}

/** The value of a CEL key as text; events that lack the field share the empty key. */
export function keyOf(expression: string, scope: Scope): string {
  try {
    const value = evaluate(expression, scope);
    if (typeof value === "object") return canonicalize(value) ?? "";
    return String(value);
  } catch {
    return "";
  }
}
