import { BaseError, HttpRequestError, RpcRequestError } from "viem";

/** The node's blocks do not build on the stored checkpoint: find the fork. */
export class ForkError extends Error {
  override readonly name = "ForkError";
}

/** The node's responses are inconsistent (a reorg in between, a lagging replica): retry. */
export class UnsteadyNodeError extends Error {
  override readonly name = "UnsteadyNodeError";
}

/** Some providers report a rate limit with HTTP 200, and its code for too many logs as well. */
const RATE_LIMIT = /rate.?limit|too many requests|per second/i;

/** Whether a node answered a request with an error. One that is down, slow or rate-limited does not count. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  const answered = error.walk((one) => one instanceof RpcRequestError);
  if (answered instanceof RpcRequestError) return !RATE_LIMIT.test(answered.details);
  const failed = error.walk((one) => one instanceof HttpRequestError);
  if (!(failed instanceof HttpRequestError) || failed.status === undefined) return false;
  return failed.status >= 400 && failed.status < 500 && failed.status !== 429;
}
