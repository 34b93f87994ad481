/** Base of errors that mean: another service is down, or did not answer in time. */
export class UnavailableError extends Error {
  override readonly name: string = "UnavailableError";
}

/** Failed connections, and storage that takes nothing, by Node, undici and PostgreSQL. */
const CODES: ReadonlySet<string> = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOSPC",
  "ENOTFOUND",
  "EPIPE",
  "EROFS",
  "ETIMEDOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_SOCKET",
  // PostgreSQL: connection exceptions, read-only, disk full, too many connections, shutdown, crash,
  // still starting.
  "08000",
  "08001",
  "08003",
  "08004",
  "08006",
  "25006",
  "53100",
  "53300",
  "57P01",
  "57P02",
  "57P03",
]);
/** `TimeoutError` is that of `AbortSignal.timeout` and of viem; viem's other one has no answer. */
const NAMES: ReadonlySet<string> = new Set(["TimeoutError", "HttpRequestError"]);
/** The database driver has no codes for these. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/** Whether an error, or one of its causes, means that another service is down. */
export function isUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof UnavailableError || NAMES.has(cause.name)) return true;
    if ("code" in cause && typeof cause.code === "string" && CODES.has(cause.code)) return true;
    if (MESSAGES.test(cause.message)) return true;
  }
  return false;
}
