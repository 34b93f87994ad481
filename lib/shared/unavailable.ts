/** Base class of errors for a service that is down or did not respond in time. */
export class UnavailableError extends Error {
  override readonly name: string = "UnavailableError";
}

/** Codes of Node and undici for failed connections and for disks that are full, read-only or unreadable. */
const CODES: ReadonlySet<string> = new Set([
  "EACCES",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EDQUOT",
  "EHOSTUNREACH",
  "EIO",
  "ENETUNREACH",
  "ENOSPC",
  "ENOTFOUND",
  "EPERM",
  "EPIPE",
  "EROFS",
  "ETIMEDOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_SOCKET",
]);
/**
 * PostgreSQL: connection exceptions, rejected credentials, exhausted resources such as disk, memory and
 * connections, shutdown, crash and start; read-only, no such database, and failed disks.
 */
const POSTGRES_CODES = /^((08|28|53)[0-9A-Z]{3}|57P[0-9A-Z]{2}|25006|3D000|58030)$/;
/** `TimeoutError`: `AbortSignal.timeout` and viem. `HttpRequestError`: viem, if a request to a node failed. */
const NAMES: ReadonlySet<string> = new Set(["TimeoutError", "HttpRequestError"]);
/** Errors of the database driver that have no code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

const isUnavailableCode = (code: string) => CODES.has(code) || POSTGRES_CODES.test(code);

/** Whether an error, or one of its causes, means that another service is down. */
export function isUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof UnavailableError || NAMES.has(cause.name)) return true;
    if ("code" in cause && typeof cause.code === "string" && isUnavailableCode(cause.code)) {
      return true;
    }
    if (MESSAGES.test(cause.message)) return true;
  }
  return false;
}
