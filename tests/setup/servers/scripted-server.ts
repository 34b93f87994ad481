import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "./listen";

/**
 * One response. `hang up` drops the connection after the request has arrived, `cut` after the headers
 * and a part of the body; `stall` sends the same part and keeps the connection.
 */
export type ScriptedAnswer =
  | { status?: number; body: unknown; headers?: Record<string, string> }
  | "hang up"
  | "cut"
  | "stall";
export type SeenRequest = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: unknown;
  at: number;
};

/** A local server that returns scripted responses in turn and repeats the last one. */
export async function startScriptedServer(script: readonly ScriptedAnswer[]): Promise<{
  baseUrl: string;
  seen: SeenRequest[];
  stop(): Promise<void>;
}> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url: path = "", headers, socket } = request;
    const sent = await text(request);
    const answer = script[Math.min(seen.length, script.length - 1)] ?? "hang up";
    const isJson = headers["content-type"] === "application/json";
    seen.push({ method, path, headers, body: isJson ? JSON.parse(sent) : sent, at: Date.now() });
    if (answer === "hang up") return socket.destroy();
    if (answer === "cut" || answer === "stall") {
      response.writeHead(200, { "Content-Length": "100" }).write('{"success":');
      // After the part was sent: destroyed at once, the client would not receive the headers.
      if (answer === "cut") setImmediate(() => socket.destroy());
      return;
    }
    response.writeHead(answer.status ?? 200, answer.headers).end(JSON.stringify(answer.body));
  });
  const { origin } = await listen(server);
  return {
    baseUrl: origin,
    seen,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
