import type { IncomingMessage, ServerResponse } from "node:http";

/** The most that is read of an unwanted body. */
export const DRAIN_BYTES_MAX = 64 * 1024 * 1024;
const DRAIN_MS_MAX = 5_000;
const SENDING_MS_MAX = 60_000;
const REQUEST_TIMEOUT = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n";

/**
 * Drains an unwanted body for a while before responding: closing a connection with unread bytes may
 * lose the response.
 */
export function afterDraining(request: IncomingMessage, answer: () => void): void {
  let size = 0;
  let isDone = false;
  const timer = setTimeout(finish, DRAIN_MS_MAX);
  function finish(): void {
    clearTimeout(timer);
    if (!isDone) answer();
    isDone = true;
  }
  request.once("end", finish);
  request.once("error", finish);
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > DRAIN_BYTES_MAX) finish();
  });
}

/** Ends a request whose body has not arrived completely, with status 408 if it has no response yet. */
export function abortSending(request: IncomingMessage, response: ServerResponse): void {
  if (!response.headersSent) request.socket.write(REQUEST_TIMEOUT);
  request.destroy();
}

/** Uploads may arrive slowly; other requests must not hold a connection by sending slowly. */
export function limitSending(request: IncomingMessage, response: ServerResponse): void {
  const timer = setTimeout(() => {
    if (!request.complete) abortSending(request, response);
  }, SENDING_MS_MAX);
  response.once("close", () => clearTimeout(timer));
  // After a timeout response, stop reading the slow body.
  response.once("finish", () => {
    if (response.statusCode === 408 && !request.complete) request.socket.destroySoon();
  });
}

/** The declared length of a body; the maximum for one of unknown length, and 0 without a body. */
export function bodyBytes({ headers }: Pick<IncomingMessage, "headers">, bytesMax: number): number {
  if (headers["transfer-encoding"] !== undefined) return Math.max(1, bytesMax);
  return Number(headers["content-length"] ?? 0);
}
