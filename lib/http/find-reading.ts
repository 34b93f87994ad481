import { AppError } from "../domain/errors";
import type { Operation } from "../operations/operation";
import type { CacheKey } from "./micro-cache";
import type { Reading, RouteHandler } from "./route";

/**
 * What a read asks for. Requests whose answer is the same have the same key: it is made of the
 * parsed parameters, so that letter case, order, defaults and unknown parameters make no difference.
 */
export type FoundReading = { operation: Operation } & (
  | { reading: Reading; key: CacheKey | null; error: null }
  | { reading: null; key: null; error: AppError }
);

const REMEMBERED_MAX = 4_096;
const REMEMBERED_LENGTH_MAX = 400;

/**
 * Finds the read that an address asks for; null for everything that is none of `routes`.
 * @param routes handlers of GET operations
 */
export function createReadingFinder(
  routes: readonly RouteHandler[],
): (url: string) => FoundReading | null {
  const table = routes
    .filter(({ operation }) => operation.method === "GET")
    .map((route) => ({ route, ...patternOf(route.operation.path) }))
    // A fixed segment wins over a parameter: `/tokens/new` is not a token.
    .sort((a, b) => a.names.length - b.names.length);
  const remembered = new Map<string, FoundReading>();

  function find(url: string): FoundReading | null {
    const mark = url.indexOf("?");
    const path = mark === -1 ? url : url.slice(0, mark);
    for (const { route, pattern, names } of table) {
      const values = pattern.exec(path);
      if (values === null) continue;
      const params = decode(names, values);
      if (params === null) return null;
      return open(route, params, new URLSearchParams(mark === -1 ? "" : url.slice(mark + 1)));
    }
    return null;
  }

  return (url) => {
    const known = remembered.get(url);
    if (known !== undefined) return known;
    const found = find(url);
    if (found !== null && url.length <= REMEMBERED_LENGTH_MAX) {
      if (remembered.size >= REMEMBERED_MAX) remembered.clear();
      remembered.set(url, found);
    }
    return found;
  };
}

function patternOf(path: string): { pattern: RegExp; names: string[] } {
  return {
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]+)")}$`),
    names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
  };
}

/** Null when a segment is not valid percent-encoding. */
function decode(names: readonly string[], values: RegExpExecArray): Record<string, string> | null {
  try {
    return Object.fromEntries(
      names.map((name, i) => [name, decodeURIComponent(values[i + 1] ?? "")]),
    );
  } catch {
    // Not ours to word: Next answers it.
    return null;
  }
}

function open(
  route: RouteHandler,
  params: Record<string, string>,
  search: URLSearchParams,
): FoundReading {
  const { operation } = route;
  try {
    const reading = route.open(params, search);
    const key = operation.cache && {
      id: `${operation.id} ${toText(reading.input.params)} ${toText(reading.input.query)}`,
      group: params.chain ?? "",
      policy: operation.cache,
    };
    return { operation, reading, key, error: null };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { operation, reading: null, key: null, error: thrown };
  }
}

function toText(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === "bigint" ? `${one}n` : one));
}
