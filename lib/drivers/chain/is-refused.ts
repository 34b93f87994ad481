import { BaseError, HttpRequestError, RpcRequestError } from "viem";

/** Whether a node answered a request with an error. One that is down, slow or rate-limited does not count. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  const answered = error.walk((one) => one instanceof RpcRequestError);
  if (answered !== null) return true;
  const failed = error.walk((one) => one instanceof HttpRequestError);
  if (!(failed instanceof HttpRequestError) || failed.status === undefined) return false;
  return failed.status >= 400 && failed.status < 500 && failed.status !== 429;
}
