import { ACCOUNT_OPERATIONS, OPERATIONS } from "../operations/all";
import { type ErrorForm, errorFormOf, type Operation } from "../operations/operation";

/**
 * Where an API path leads, and in which form it is refused. `none`: not an API path at all, so a page
 * or a file.
 */
export type Match =
  | { kind: "operation"; operation: Operation; form: ErrorForm }
  | { kind: "wrong_method"; form: ErrorForm; allowed: string[] }
  | { kind: "unknown"; form: ErrorForm }
  | { kind: "none"; form: "launch" };

const operations: Record<string, Operation> = { ...OPERATIONS, ...ACCOUNT_OPERATIONS };
const table = Object.values(operations).map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, "[^/]+")}/?$`),
  // A fixed segment wins over a parameter: `/tokens/new` is not a token.
  parameters: operation.path.split("{").length,
}));

/** Finds the operation of a request by method and path (without the query). */
export function matchOperation(method: string, path: string): Match {
  const candidates = table
    .filter(({ pattern }) => pattern.test(path))
    .sort((a, b) => a.parameters - b.parameters);
  const asked = method === "HEAD" ? "GET" : method;
  const found = candidates.find(({ operation }) => operation.method === asked);
  if (found !== undefined) {
    return { kind: "operation", operation: found.operation, form: errorFormOf(found.operation) };
  }
  const [first] = candidates;
  if (first !== undefined) {
    const allowed = [...new Set(candidates.map(({ operation }) => operation.method))];
    return { kind: "wrong_method", form: errorFormOf(first.operation), allowed };
  }
  const form = formOf(path);
  return form === null ? { kind: "none", form: "launch" } : { kind: "unknown", form };
}

function formOf(path: string): ErrorForm | null {
  if (/^\/rpc(\/|$)/.test(path)) return "rpc";
  if (/^\/udf(\/|$)/.test(path)) return "udf";
  if (/^\/v1(\/|$)/.test(path)) return "data";
  if (/^\/api\/account(\/|$)/.test(path)) return "account";
  return /^\/api\/v1(\/|$)/.test(path) ? "launch" : null;
}
