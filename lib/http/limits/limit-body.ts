import type { IncomingMessage, ServerResponse } from "node:http";

const DRAIN_BYTES_MAX = 64 * 1024 * 1024;
const DRAIN_MS_MAX = 5_000;
const SENDING_MS_MAX = 60_000;
const REQUEST_TIMEOUT = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n";

/**
 * Reads a body that nobody wants, for a while, before it is answered: a connection that is closed
 * over unread bytes may take the answer with it.
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

/** Uploads may take long to arrive; nothing else may hold a connection by sending slowly. */
export function limitSending(request: IncomingMessage, response: ServerResponse): void {
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (!response.headersSent) request.socket.write(REQUEST_TIMEOUT);
    request.destroy();
  }, SENDING_MS_MAX);
  response.once("close", () => clearTimeout(timer));
  // Who was told that the body comes too slowly is not listened to any longer.
  response.once("finish", () => {
    if (response.statusCode === 408 && !request.complete) request.socket.destroySoon();
  });
}
