import type { z } from "zod";
import type { Operation } from "@/lib/operations/operation";
import { endWithSignal } from "@/lib/shared/abort";
import { ApiError, toApiError } from "./api-error";
import { readerOf } from "./read-answer";
import { readBody, withTimeout } from "./with-timeout";

/** One part of the input; absent where the operation takes none. */
type Part<Key extends string, Schema extends z.ZodType> =
  undefined extends z.input<Schema>
    ? { [K in Key]?: z.input<Schema> }
    : Record<never, never> extends z.input<Schema>
      ? { [K in Key]?: z.input<Schema> }
      : { [K in Key]: z.input<Schema> };

/**
 * The input of an operation: `params`, `query` and `body` by its schemas.
 * @internal
 */
export type CallInput<O extends Operation> = Part<"params", O["params"]> &
  Part<"query", O["query"]> &
  Part<"body", O["body"]>;

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Origin of the service. Required outside a browser; in a page its own origin if absent. */
  baseUrl?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** Limit of this request in milliseconds (15 s); `callWithRetries` limits all attempts together. */
  timeoutMs?: number | undefined;
  /** Sent as `Idempotency-Key`, for operations that take one. */
  idempotencyKey?: string | undefined;
  /** Sends the request; the global `fetch` if absent. */
  fetch?: typeof fetch | undefined;
  /** Receives the part of a launch's proof of work that is solved, from 0 to 1. */
  onProof?: ((done: number) => void) | undefined;
};

const TIMEOUT_MS = 15_000;

/**
 * The parts of an operation that a request needs; `response` is its schema or an equivalent check.
 */
type Requested<Output> = Pick<Operation, "method" | "path" | "otherStatuses"> & {
  response: {
    safeParse(
      answer: unknown,
    ): { success: true; data: Output } | { success: false; error: unknown };
  };
};

/**
 * Calls an operation and validates the response with its schema; fields that the schema does not have
 * are left out. A status that the operation declares (503 of `/readyz`) is a result, not an error. Works in browsers and in Node.
 * @throws ApiError for an error response, an invalid response, and none; an abort by `signal` is
 * rethrown unchanged
 * @internal
 */
export async function call<O extends Operation>(
  operation: O,
  input: CallInput<O>,
  options: CallOptions = {},
): Promise<z.output<O["response"]>> {
  return request(
    { ...operation, response: readerOf<O["response"]>(operation.response) },
    input,
    options,
  );
}

/**
 * `call` without the schemas of the input, for pages that must not load them.
 * @internal
 */
export async function request<Output>(
  operation: Requested<Output>,
  input: { params?: unknown; query?: unknown; body?: unknown },
  options: CallOptions = {},
): Promise<Output> {
  const { params, query, body } = input;
  const { idempotencyKey } = options;
  const url = operationUrl(operation.path, params, query, options.baseUrl);
  const { response, answer } = await send(url, operation, body, options);
  if (!response.ok && operation.otherStatuses?.[response.status] === undefined) {
    throw toApiError(response, answer, idempotencyKey);
  }
  const parsed = operation.response.safeParse(answer);
  if (parsed.success) return parsed.data;
  if (!response.ok) throw toApiError(response, answer, idempotencyKey);
  throw new ApiError(
    {
      kind: "invalid_answer",
      status: response.status,
      code: "invalid_answer",
      message: "The response of the service has an unknown shape",
      requestId: response.headers.get("x-request-id"),
      idempotencyKey,
    },
    parsed.error,
  );
}

async function send(
  url: string,
  operation: Pick<Operation, "method">,
  body: unknown,
  options: CallOptions,
): Promise<{ response: Response; answer: unknown }> {
  const { signal, headers, timeoutMs = TIMEOUT_MS, idempotencyKey } = options;
  const timeoutText = "The service did not respond in time";
  return withTimeout({ signal, timeoutMs, timeoutText, idempotencyKey }, async (limit) => {
    const received = await (options.fetch ?? fetch)(url, {
      method: operation.method,
      // A browser may serve its stale copy while it revalidates: a page that just received an event
      // would not see the new data.
      cache: "no-cache",
      headers: {
        Accept: "application/json",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: limit,
    });
    const response = endWithSignal(received, limit);
    return { response, answer: await readBody(response) };
  });
}

/**
 * The URL of an operation: fills `{name}` in `path` from `params` and appends the defined entries of
 * `query`.
 * @param baseUrl origin of the service; empty for a path relative to the page
 * @throws TypeError when a path parameter is missing
 * @internal
 */
export function operationUrl(path: string, params: unknown, query: unknown, baseUrl = ""): string {
  const values = new Map(entries(params));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new TypeError(`${path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(entries(query)).toString();
  return `${baseUrl.replace(/\/+$/, "")}${filled}${search === "" ? "" : `?${search}`}`;
}

function entries(values: unknown): [string, string][] {
  if (typeof values !== "object" || values === null) return [];
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
}
