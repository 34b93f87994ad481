import { AppError } from "../domain/errors";
import type { Operation } from "../operations/operation";
import { createPathMatcher } from "./match-path";
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
    // A fixed segment wins over a parameter: `/tokens/new` is not a token.
    .toSorted((a, b) => parametersIn(a) - parametersIn(b))
    .map((route) => ({ route, match: createPathMatcher(route.operation.path) }));
  const remembered = new Map<string, FoundReading>();

  function find(url: string): FoundReading | null {
    const mark = url.indexOf("?");
    const path = mark === -1 ? url : url.slice(0, mark);
    for (const { route, match } of table) {
      const params = match(path);
      if (params === null) continue;
      return open(route, params, new URLSearchParams(mark === -1 ? "" : url.slice(mark + 1)));
    }
    return null;
  }

  return (url) => {
    const known = remembered.get(url);
    if (known !== undefined) return known;
    const found = find(url);
    // Addresses with something made up in them come once, and would push the others out.
    const isUsual = !found?.reading?.ignored.length && url.length <= REMEMBERED_LENGTH_MAX;
    if (found !== null && isUsual) {
      if (remembered.size >= REMEMBERED_MAX) remembered.clear();
      remembered.set(url, found);
    }
    return found;
  };
}

function parametersIn({ operation }: RouteHandler): number {
  return operation.path.split("{").length;
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
