import { getContext, type ServiceContext } from "../context";
import { AppError, toAppError } from "../domain/errors";
import type { InputOf, Operation, ResultOf } from "../operations/operation";
import { type Admission, createAdmission } from "./admission";
import { CLIENT_ADDRESS_HEADER } from "./client-address";
import { parseInput } from "./parse-input";
import { renderError, renderSuccess } from "./render";

/** What a route hands to its service. */
export type Call<O extends Operation> = {
  ctx: ServiceContext;
  input: InputOf<O>;
  /** Counts the request under a policy; for operations that are limited at `admission`. */
  admit: Admission["admit"];
  headers: Headers;
};

type Segment = { params: Promise<Record<string, string | string[] | undefined> | undefined> };

/**
 * Binds an operation to its service: limit → parse → handle → check the answer → render. Whatever
 * is thrown is rendered in the form of the operation's interface; what we do not know is logged
 * with its cause and answered as "Internal server error".
 */
export function route<O extends Operation>(
  operation: O,
  handle: (call: Call<O>) => Promise<ResultOf<O>>,
): (request: Request, segment: Segment) => Promise<Response> {
  return async (request, segment) => {
    const ctx = getContext();
    const caller = request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
    const admission = createAdmission(ctx, caller);
    try {
      if (operation.limit?.when === "first") await admission.admit(operation.limit.policy);
      // Next hands no parameters to routes without any.
      const input = await parseInput(operation, request, (await segment.params) ?? {});
      const { admit } = admission;
      const result = await handle({ ctx, input, admit, headers: request.headers });
      const answer = checkAnswer(operation, result);
      const status = operation.statusOf?.(answer) ?? 200;
      return renderSuccess(operation, answer, status, request, admission.headers());
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.status >= 500 && error.code !== "invalid_protocol_fee") {
        const requestId = request.headers.get("x-request-id");
        ctx.log.error({ err: thrown, operation: operation.id, requestId }, "a request failed");
      }
      return renderError(operation.interface, error, admission.headers());
    }
  };
}

/** A wrong answer is our mistake: better a 500 that is logged than a broken promise to a client. */
function checkAnswer(operation: Operation, result: unknown): unknown {
  const parsed = operation.response.safeParse(result);
  if (parsed.success) return parsed.data;
  throw new AppError("internal_error", undefined, { cause: parsed.error });
}
