import type { IncomingMessage } from "node:http";
import type { ServiceContext } from "@/lib/context";
import type { Span } from "@/lib/drivers/tracing/tracing";
import type { AdminRole } from "@/lib/features/admin/rules/role";
import type { Session } from "@/lib/features/users/rules/account";
import type { LimitPolicyName } from "@/lib/operations/limits";
import {
  errorFormOf,
  type InputOf,
  type Operation,
  type ResultOf,
} from "@/lib/operations/operation";
import { MISTAKES } from "@/lib/shared/error-outcomes";
import { toAppError } from "@/lib/shared/errors";
import { duringRequest } from "@/lib/support/calls/dependency";
import { type OpenAdmin, requireAdmin, requireOwnPage, requireSession } from "./authorize";
import { createIgnoredFinder, withIgnored } from "./input/ignored-parameters";
import { parseAddress, parseInput } from "./input/parse-input";
import type { CallerLimits } from "./limits/caller-limits";
import type { Caller } from "./limits/callers";
import { type CacheableResponse, describeError, describeSuccess } from "./response/render";
import { serialiserOf } from "./response/serialise";
import { toWebRequest } from "./web-request";

/** Input that an action passes to its use case. */
export type OperationCall<O extends Operation> = {
  ctx: ServiceContext;
  input: InputOf<O>;
  caller: Caller;
  headers: Headers;
  /** The unread body of an operation with a form. */
  body: ReadableStream<Uint8Array> | null;
  /** Counts the request under a policy; for operations whose use case applies the limit. */
  limit: CallerLimits["limit"];
  charge: CallerLimits["charge"];
  requestId: string;
  /** Adds a header to the response, such as a cookie. */
  addHeader(name: string, value: string): void;
};

/** An action's request before parsing. */
export type RawCall = Pick<
  OperationCall<Operation>,
  "ctx" | "caller" | "limit" | "charge" | "requestId" | "addHeader"
> & {
  request: IncomingMessage;
  params: Readonly<Record<string, string>>;
  search: URLSearchParams;
};

/** A GET with the same response for every caller, so concurrent requests share one response. */
export type ReadEndpoint<O extends Operation = Operation> = {
  kind: "read";
  operation: O;
  /** @throws AppError invalid_parameters */
  parse(params: Readonly<Record<string, string>>, search: URLSearchParams): ParsedRead;
};
/** The caller whose request computes a shared response. */
export type Reader = {
  /** Identifies the caller in this process. */
  key: string;
  /** Whether the caller has used up its share of server time. Set for liveness only; other requests wait instead. */
  isBeyondShare: boolean;
  /** Counts optional work under a policy. @returns false when the limit is used up */
  count(policy: LimitPolicyName): boolean;
};
export type ParsedRead = {
  input: { params: unknown; query: unknown };
  /** Query parameters that the operation does not define; see `withIgnored`. */
  ignored: readonly string[];
  /**
   * Never rejects.
   * @param requestId of the first caller, for the log
   * @param reader the first caller; null for requests of this process
   */
  answer(ctx: ServiceContext, requestId: string, reader: Reader | null): Promise<CacheableResponse>;
};

/** An operation that runs once per request. */
export type ActionEndpoint<O extends Operation = Operation> = {
  kind: "action";
  operation: O;
  /** Never rejects. */
  run(call: RawCall): Promise<CacheableResponse>;
};

/** An operation that returns an event stream. */
export type StreamEndpoint<O extends Operation = Operation> = { kind: "stream"; operation: O };

export type OperationEndpoint<O extends Operation = Operation> =
  | ReadEndpoint<O>
  | ActionEndpoint<O>
  | StreamEndpoint<O>;

/** Binds a GET to its use case. */
export function read<O extends Operation>(
  operation: O,
  handle: (call: {
    ctx: ServiceContext;
    input: InputOf<O>;
    reader: Reader | null;
  }) => Promise<ResultOf<O>>,
): ReadEndpoint<O> {
  const findIgnored = createIgnoredFinder(operation);
  return {
    kind: "read",
    operation,
    parse(params, search) {
      const input = parseAddress(operation, params, search);
      const answer = (ctx: ServiceContext, requestId: string, reader: Reader | null) =>
        answerOf(operation, { ctx, requestId }, () => handle({ ctx, input, reader }));
      return { input, ignored: findIgnored(search), answer };
    },
  };
}

/**
 * Binds an operation that depends on its caller to its use case: guard → parse → handle → render.
 */
export function action<O extends Operation>(
  operation: O,
  handle: (call: OperationCall<O>) => Promise<ResultOf<O>>,
): ActionEndpoint<O> {
  return guardedAction(operation, () => undefined, handle);
}

/** @param guard rejects callers before their input is read, and after a body; `handle` gets its result */
function guardedAction<O extends Operation, Allowed>(
  operation: O,
  guard: (ctx: ServiceContext, headers: Headers) => Promise<Allowed> | Allowed,
  handle: (call: OperationCall<O>, allowed: Allowed) => Promise<ResultOf<O>>,
): ActionEndpoint<O> {
  const findIgnored = createIgnoredFinder(operation);
  return {
    kind: "action",
    operation,
    async run({ ctx, request, requestId, params, search, ...rest }) {
      const web = toWebRequest(request);
      const answer = await answerOf(operation, { ctx, requestId }, async () => {
        const before = await guard(ctx, web.headers);
        const input = await parseInput(operation, web, params, search);
        // A session may end while a slow body arrives.
        const allowed = operation.bodyBytesMax === 0 ? before : await guard(ctx, web.headers);
        const body = operation.form === undefined ? null : web.body;
        return handle({ ctx, input, headers: web.headers, body, requestId, ...rest }, allowed);
      });
      return withIgnored(answer, findIgnored(search));
    },
  };
}

/** Binds an operation of our own pages: cross-origin requests are rejected. */
export function ownPageEndpoint<O extends Operation>(
  operation: O,
  handle: (call: OperationCall<O>) => Promise<ResultOf<O>>,
): ActionEndpoint<O> {
  return guardedAction(operation, requireOwnPage, handle);
}

/** The same for a signed-in user. */
export function userEndpoint<O extends Operation>(
  operation: O,
  handle: (call: OperationCall<O> & { session: Session }) => Promise<ResultOf<O>>,
): ActionEndpoint<O> {
  return guardedAction(operation, requireSession, (call, session) => handle({ ...call, session }));
}

/**
 * Binds an operation of the operator's console. The session names a wallet; its role is read from the
 * environment for each request, so a removed wallet has none.
 */
export function adminEndpoint<O extends Operation>(
  operation: O,
  role: AdminRole,
  handle: (call: OperationCall<O> & { admin: OpenAdmin }) => Promise<ResultOf<O>>,
): ActionEndpoint<O> {
  return guardedAction(
    operation,
    (ctx, headers) => requireAdmin(ctx, headers, role),
    (call, admin) => handle({ ...call, admin }),
  );
}

/** Binds an event stream; the server opens it. */
export function eventStream<O extends Operation>(operation: O): StreamEndpoint<O> {
  return { kind: "stream", operation };
}

type AnswerContext = Pick<ServiceContext, "env" | "log" | "tracing">;

/** Runs a use case and renders its result or error. Unknown errors are logged. */
function answerOf<O extends Operation>(
  operation: O,
  { ctx, requestId }: { ctx: AnswerContext; requestId: string },
  handle: () => Promise<ResultOf<O>>,
): Promise<CacheableResponse> {
  const { method, path, id } = operation;
  const attributes = {
    "http.request.method": method,
    "http.route": path,
    "slipway.operation": id,
    "slipway.request_id": requestId,
  };
  return ctx.tracing.span(`${method} ${path}`, { kind: "server", attributes }, async (span) => {
    const answer = await runAndRender(operation, { ctx, requestId, span }, handle);
    span.set({ "http.response.status_code": answer.status });
    return answer;
  });
}

async function runAndRender<O extends Operation>(
  operation: O,
  { ctx, requestId, span }: { ctx: AnswerContext; requestId: string; span: Pick<Span, "fail"> },
  handle: () => Promise<ResultOf<O>>,
): Promise<CacheableResponse> {
  try {
    const found = await duringRequest(ctx.env.DEPENDENCY_TIMEOUT_MS, handle);
    const text = serialiserOf(operation.response)(found);
    return describeSuccess(operation, text, operation.statusOf?.(found) ?? 200);
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.status >= 500 && !MISTAKES.has(error.code)) {
      ctx.log.error({ err: thrown, operation: operation.id, requestId }, "request failed");
    }
    if (error.status >= 500) span.fail(error);
    return describeError(errorFormOf(operation), error);
  }
}
