import type { z } from "zod";
import type { Operation } from "../operations/operation";
import { ApiError, toApiError } from "./api-error";
import { operationUrl } from "./operation-url";

/** One part of the input; left out where the operation asks for nothing there. */
type Part<Key extends string, Schema extends z.ZodType> =
  undefined extends z.input<Schema>
    ? { [K in Key]?: z.input<Schema> }
    : Record<never, never> extends z.input<Schema>
      ? { [K in Key]?: z.input<Schema> }
      : { [K in Key]: z.input<Schema> };

/** What an operation is called with: `params`, `query` and `body` as its schemas read them. */
export type CallInput<O extends Operation> = Part<"params", O["params"]> &
  Part<"query", O["query"]> &
  Part<"body", O["body"]>;

export type CallOptions = {
  signal?: AbortSignal;
  /** Origin of the service; by default the page's own, so it must be given outside a browser. */
  baseUrl?: string;
  headers?: Record<string, string>;
  timeoutMs?: number;
  /** Sent as `Idempotency-Key`, for operations that take one. */
  idempotencyKey?: string | undefined;
  /** What sends the request; by default the global `fetch`. */
  fetch?: typeof fetch;
};

const TIMEOUT_MS = 15_000;

/**
 * Calls an operation of the public interfaces and checks the answer with the operation's own schema.
 * An answer of another status that the operation names (503 of `/readyz`) is an answer, not an error.
 * Works in browsers and in Node.
 * @throws ApiError for an answered error, an answer of another shape, and when none arrives; an
 * abort by `signal` is rethrown as it is
 */
export async function call<O extends Operation>(
  operation: O,
  input: CallInput<O>,
  options: CallOptions = {},
): Promise<z.output<O["response"]>> {
  const { params, query, body }: { params?: unknown; query?: unknown; body?: unknown } = input;
  const url = operationUrl(operation.path, params, query, options.baseUrl);
  const response = await send(url, operation, body, options);
  const answer = await readBody(response);
  if (!response.ok) {
    const isMeant = operation.otherStatuses?.[response.status] !== undefined;
    const meant = isMeant ? parse<O["response"]>(operation.response, answer) : null;
    if (meant?.success) return meant.data;
    throw toApiError(response, answer);
  }
  return check<O["response"]>(operation.response, answer, response);
}

const parse = <S extends z.ZodType>(schema: S, answer: unknown) => schema.safeParse(answer);

function check<S extends z.ZodType>(schema: S, answer: unknown, response: Response): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new ApiError(
    {
      kind: "invalid_answer",
      status: response.status,
      code: "invalid_answer",
      message: "The answer of the service has an unknown shape",
      requestId: response.headers.get("x-request-id"),
    },
    parsed.error,
  );
}

async function send(
  url: string,
  operation: Operation,
  body: unknown,
  options: CallOptions,
): Promise<Response> {
  const { signal, headers, timeoutMs = TIMEOUT_MS, idempotencyKey } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const shared = { kind: "network", idempotencyKey } as const;
  try {
    return await (options.fetch ?? fetch)(url, {
      method: operation.method,
      // A browser would answer from its own cache while it asks anew (stale-while-revalidate): a
      // page that was just told of a trade would not see it.
      cache: "no-cache",
      headers: {
        Accept: "application/json",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw timeout.aborted
      ? new ApiError({ ...shared, code: "timeout", message: "The service took too long" })
      : new ApiError(
          { ...shared, code: "network_error", message: "The service can't be reached" },
          cause,
        );
  }
}

/** The parsed JSON, or undefined when the body is none (a proxy's HTML page, a cut connection). */
async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
