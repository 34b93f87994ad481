import type { LimitPolicyName } from "@/lib/operations/limits";
import type { ErrorForm, Operation, OperationPath } from "@/lib/operations/operation";
import { createRecent } from "@/lib/shared/recent";
import type { OperationEndpoint, ParsedRead, ReadEndpoint } from "./bind";
import type { PlainEndpoint } from "./plain-endpoint";

export type Endpoint = OperationEndpoint | PlainEndpoint;
type Params = Readonly<Record<string, string>>;

/** The endpoint of a request and the form of its errors. `page`: Next responds. */
export type Match =
  | { kind: "read"; endpoint: ReadEndpoint; form: ErrorForm; params: Params; parsed(): ParsedRead }
  | {
      kind: "endpoint";
      endpoint: Exclude<Endpoint, ReadEndpoint>;
      form: ErrorForm;
      params: Params;
      search: URLSearchParams;
    }
  | {
      kind: "preflight";
      form: ErrorForm;
      allowed: readonly string[];
      isContent: boolean;
      /** Request headers besides those of the APIs. */
      allowedHeaders: readonly string[];
    }
  | { kind: "wrong_method"; form: ErrorForm; allowed: readonly string[] }
  | { kind: "moved"; form: ErrorForm; location: string }
  | { kind: "unknown"; form: ErrorForm }
  | { kind: "page"; form: ErrorForm };

export type Router = (method: string, url: string) => Match;

/** No endpoint or page has a longer path; each pattern and Next's own would be tried with it. */
const PATH_LENGTH_MAX = 2_048;
const REMEMBERED_MAX = 4_096;
const REMEMBERED_LENGTH_MAX = 400;

/** Error forms by first path segment: every path below one of these is an API. */
const API_FORMS: ReadonlyMap<string, ErrorForm> = new Map([
  ["rpc", "rpc"],
  ["udf", "udf"],
  ["adapters", "data"],
  ["v1", "data"],
  ["oembed", "data"],
  ["api", "launch"],
  ["webhooks", "launch"],
  ["sandbox", "launch"],
]);
const ACCOUNT_PATH = /^\/api\/(account|auth)(\/|$)/;
const ADMIN_PATH = /^\/api\/admin(\/|$)/;

/**
 * The only router besides Next's, which routes pages: finds the endpoint of a method and a path.
 */
export function createRouter(endpoints: readonly Endpoint[]): Router {
  const table = endpoints
    .map((endpoint) => ({ endpoint, ...compile(pathOf(endpoint)) }))
    // A fixed segment wins over a parameter: `/tokens/new` is not a token.
    .toSorted((a, b) => a.names.length - b.names.length);
  const remembered = createRecent<Match>(REMEMBERED_MAX);
  // Without administrators these paths are like any other unknown one.
  const hasConsole = endpoints.some((endpoint) => ADMIN_PATH.test(pathOf(endpoint)));

  function find(method: string, url: string): Match {
    const [path = "", ...query] = url.split("?");
    if (path.length > PATH_LENGTH_MAX) return { kind: "unknown", form: formOfPath(path) };
    const candidates = table.filter(({ pattern }) => pattern.test(path));
    const found = candidates.find(({ endpoint }) => methodsOf(endpoint).includes(method));
    const [first] = candidates;
    const form = hasConsole && ADMIN_PATH.test(path) ? "account" : formOfPath(path);
    const methods = candidates.flatMap(({ endpoint }) => methodsOf(endpoint));
    const allowed = [...new Set(methods.flatMap((one) => (one === "GET" ? [one, "HEAD"] : one)))];
    if (method === "OPTIONS" && (first !== undefined || isApi(path))) {
      const isContent = first?.endpoint.kind === "plain" && first.endpoint.isContent === true;
      const allowedHeaders = [...new Set(candidates.flatMap(headersOf))];
      return { kind: "preflight", form, allowed, isContent, allowedHeaders };
    }
    if (first === undefined) {
      const trimmed = withoutLastSlashes(path);
      if (trimmed !== path && table.some(({ pattern }) => pattern.test(trimmed))) {
        return { kind: "moved", form, location: [trimmed, ...query].join("?") };
      }
      return isApi(path) ? { kind: "unknown", form } : { kind: "page", form };
    }
    if (found === undefined) return { kind: "wrong_method", form, allowed };
    const params = readParams(found, path);
    const search = new URLSearchParams(query.join("?"));
    const { endpoint } = found;
    if (endpoint.kind !== "read") return { kind: "endpoint", endpoint, form, params, search };
    return {
      kind: "read",
      endpoint,
      form,
      params,
      parsed: once(() => endpoint.parse(params, search)),
    };
  }

  return (method, url) => {
    const matched = method === "HEAD" ? "GET" : method;
    if (matched !== "GET") return find(matched, url);
    const known = remembered.get(url);
    if (known !== undefined) return known;
    const match = find(matched, url);
    if (match.kind === "read" && url.length <= REMEMBERED_LENGTH_MAX) remembered.set(url, match);
    return match;
  };
}

/** The error form of a request before, or without, an endpoint. */
export function formOfPath(path: string): ErrorForm {
  return apiFormOf(path) ?? "launch";
}

/** The operation of a match; null for pages and other endpoints. */
export function operationOf(match: Match): Operation | null {
  if (match.kind === "read") return match.endpoint.operation;
  if (match.kind !== "endpoint" || match.endpoint.kind === "plain") return null;
  return match.endpoint.operation;
}

/** The largest body that an endpoint receives, and the policy that counts its megabytes. */
export function bodyRuleOf(
  match: Match,
): { bytesMax: number; bytesLimit?: LimitPolicyName } | null {
  if (match.kind === "endpoint" && match.endpoint.kind === "plain") {
    return match.endpoint.body ?? null;
  }
  const operation = operationOf(match);
  if (operation === null) return null;
  const { bodyBytesMax: bytesMax, bytesLimit } = operation;
  return bytesLimit === undefined ? { bytesMax } : { bytesMax, bytesLimit };
}

/** A regular expression would be tried at each slash of a path. */
function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

function isApi(path: string): boolean {
  return apiFormOf(path) !== undefined;
}

/** Runs for every request, so it avoids regular expressions where possible. */
function apiFormOf(path: string): ErrorForm | undefined {
  const end = path.indexOf("/", 1);
  const first = path.slice(1, end === -1 ? path.length : end);
  if (first === "api" && ACCOUNT_PATH.test(path)) return "account";
  return path.startsWith("/") ? API_FORMS.get(first) : undefined;
}

function pathOf(endpoint: Endpoint): OperationPath {
  return endpoint.kind === "plain" ? endpoint.path : endpoint.operation.path;
}

/** Request headers that an endpoint takes besides those of all APIs. */
function headersOf({ endpoint }: { endpoint: Endpoint }): readonly string[] {
  if (endpoint.kind === "plain") return endpoint.allowedHeaders ?? [];
  return endpoint.operation.access === undefined ? [] : ["Authorization"];
}

function methodsOf(endpoint: Endpoint): readonly string[] {
  return endpoint.kind === "plain" ? endpoint.methods : [endpoint.operation.method];
}

/** `{name}` is one segment, `{name*}` the rest of the path. */
function compile(path: string): { pattern: RegExp; names: readonly string[] } {
  const names = [...path.matchAll(/\{(\w+)\*?\}/g)].map(([, name = ""]) => name);
  const source = path
    .replaceAll(".", "\\.")
    .replace(/\{\w+(\*?)\}/g, (_, rest: string) => (rest === "" ? "([^/]+)" : "(.+)"));
  return { pattern: new RegExp(`^${source}$`), names };
}

/** @throws AppError invalid_parameters for invalid percent-encoding */
function readParams(
  { pattern, names }: { pattern: RegExp; names: readonly string[] },
  path: string,
): Params {
  const values = pattern.exec(path) ?? [];
  return Object.fromEntries(
    names.map((name, i) => [name, decodeURIComponent(values[i + 1] ?? "")]),
  );
}

/** Runs a function on its first call and caches its result or error. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | { error: unknown } | null = null;
  return () => {
    made ??= attempt(make);
    if ("error" in made) throw made.error;
    return made.value;
  };
}

function attempt<T>(make: () => T): { value: T } | { error: unknown } {
  try {
    return { value: make() };
  } catch (error) {
    return { error };
  }
}
