import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { listen } from "./listen";

/**
 * Forwards requests to `target`, but drops the connection instead of the first response: the
 * request was processed, and its sender does not know.
 */
export async function startLossyProxy(target: string): Promise<{
  baseUrl: string;
  /** Every response of the target, the dropped one first. */
  answers: unknown[];
  stop(): Promise<void>;
}> {
  const answers: unknown[] = [];
  const server = createServer(async (request, response) => {
    const { method = "GET", url = "/", headers, socket } = request;
    const body = await buffer(request);
    const kept = ["content-type", "idempotency-key", "x-forwarded-for"].flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value] satisfies [string, string]] : [];
    });
    const answer = await fetch(`${target}${url}`, {
      method,
      headers: kept,
      ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
    });
    const text = await answer.text();
    answers.push(JSON.parse(text));
    if (answers.length === 1) return socket.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  });
  const { origin } = await listen(server);
  return {
    baseUrl: origin,
    answers,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
