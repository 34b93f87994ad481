import { getContext, type ServiceContext } from "../context";
import { AppError, toAppError } from "../domain/errors";
import { errorFormOf, type InputOf, type Operation, type ResultOf } from "../operations/operation";
import { type Admission, admitLocally, createAdmission } from "./admission";
import { type Caller, readCaller } from "./callers";
import { createIgnoredFinder, withIgnored } from "./ignored-parameters";
import { createOccupancy, type Occupancy } from "./occupancy";
import { parseAddress, parseInput } from "./parse-input";
import { type Answer, describeError, describeSuccess, toResponse } from "./render";

/** What a route hands to its service. */
export type Call<O extends Operation> = {
  ctx: ServiceContext;
  input: InputOf<O>;
  /** Counts the request under a policy; for operations that are limited at `admission`. */
  admit: Admission["admit"];
  charge: Admission["charge"];
  headers: Headers;
  /** Who sends the request; null for reads, whose answer is everybody's. */
  caller: Caller | null;
  /** The body of an operation with a form, not read so far. */
  body: ReadableStream<Uint8Array> | null;
};

type Segment = { params: Promise<Record<string, string | string[] | undefined> | undefined> };

/** A request for an operation that takes no body, once its address is understood. */
export type Reading = {
  input: { params: unknown; query: unknown };
  /** Parameters that it does not know; see `withIgnored`. */
  ignored: readonly string[];
  /** Never rejects. @param requestId of whoever asked first, for the log */
  produce(requestId: string): Promise<Answer>;
};

/** A route handler as Next calls it, which the server may also ask directly. */
export type RouteHandler = {
  (request: Request, segment: Segment): Promise<Response>;
  operation: Operation;
  /**
   * For reads: understands path and query, and tells how to produce the answer, which is the same
   * for whoever asks.
   * @throws AppError invalid_parameters
   */
  open(pathParams: unknown, search: URLSearchParams): Reading;
};

/**
 * Binds an operation to its service: limit → parse → handle → check the answer → render. Whatever
 * is thrown is rendered in the form of the operation's interface; what we do not know is logged
 * with its cause and answered as "Internal server error".
 * @param guard refuses callers before anything that they sent is looked at
 */
export function route<O extends Operation>(
  operation: O,
  handle: (call: Call<O>) => Promise<ResultOf<O>>,
  guard?: (ctx: ServiceContext, headers: Headers) => Promise<void>,
): RouteHandler {
  const findIgnored = createIgnoredFinder(operation);
  const places = operation.places === undefined ? null : createOccupancy(operation.places);

  async function produce(call: Call<O>): Promise<Answer> {
    const answer = checkAnswer(operation, await handle(call));
    return describeSuccess(operation, answer, operation.statusOf?.(answer) ?? 200);
  }

  const onRequest = async (request: Request, segment: Segment) => {
    const ctx = getContext();
    const caller = readCaller(request.headers);
    const admission = createAdmission(ctx, caller);
    let leave = () => {};
    try {
      if (operation.limit?.when === "first") await admission.admit(operation.limit.policy);
      await guard?.(ctx, request.headers);
      countBytes(ctx, operation, request.headers);
      if (places !== null) leave = takePlace(places, caller);
      // Next hands no parameters to routes without any.
      const input = await parseInput(operation, request, (await segment.params) ?? {});
      const { admit, charge } = admission;
      const body = operation.form === undefined ? null : request.body;
      const answer = await produce({
        ctx,
        input,
        admit,
        charge,
        headers: request.headers,
        caller,
        body,
      });
      const ignored = findIgnored(new URL(request.url).searchParams);
      return toResponse(withIgnored(answer, ignored), request, admission.headers());
    } catch (thrown) {
      const requestId = request.headers.get("x-request-id");
      return toResponse(failure(ctx, thrown, requestId), request, admission.headers());
    } finally {
      leave();
    }
  };

  function failure(ctx: ServiceContext, thrown: unknown, requestId: string | null): Answer {
    const error = toAppError(thrown);
    if (error.status >= 500 && error.code !== "invalid_protocol_fee") {
      ctx.log.error({ err: thrown, operation: operation.id, requestId }, "a request failed");
    }
    return describeError(errorFormOf(operation), error);
  }

  function open(pathParams: unknown, search: URLSearchParams): Reading {
    const input = parseAddress(operation, pathParams, search);
    return {
      input,
      ignored: findIgnored(search),
      async produce(requestId) {
        const ctx = getContext();
        try {
          const admit = () => Promise.reject(new Error("reads are counted before they are opened"));
          return await produce({
            ctx,
            input,
            admit,
            charge: () => undefined,
            headers: new Headers(),
            caller: null,
            body: null,
          });
        } catch (thrown) {
          return failure(ctx, thrown, requestId);
        }
      },
    };
  }

  return Object.assign(onRequest, { operation, open });
}

/** @throws AppError rate_limited, dependency_unavailable */
function takePlace(places: Occupancy, { buckets, isExempt }: Caller): () => void {
  const place = places.take(isExempt ? null : buckets);
  if (typeof place === "function") return place;
  if (place === "full") {
    const text = "This server works on as many requests of this kind as it may. Try again later.";
    throw new AppError("dependency_unavailable", text, { retryAfterSeconds: 5 });
  }
  const text = "Too many requests of this kind at once from one address. Try again later.";
  throw new AppError("rate_limited", text, { retryAfterSeconds: 5 });
}

/** @throws AppError rate_limited */
function countBytes(ctx: ServiceContext, operation: Operation, headers: Headers): void {
  const { bytesLimit, bodyBytesMax } = operation;
  if (bytesLimit === undefined) return;
  // Of a body without a length the most is expected.
  const bytes = Number(headers.get("content-length") ?? bodyBytesMax);
  const megabytes = Math.max(1, Math.ceil(bytes / (1024 * 1024)));
  const { error } = admitLocally(ctx, bytesLimit, readCaller(headers), megabytes);
  if (error !== null) throw error;
}

/** A wrong answer is our mistake: better a 500 that is logged than a broken promise to a client. */
function checkAnswer(operation: Operation, result: unknown): unknown {
  const parsed = operation.response.safeParse(result);
  if (parsed.success) return parsed.data;
  throw new AppError("internal_error", undefined, { cause: parsed.error });
}
