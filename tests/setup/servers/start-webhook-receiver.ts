import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { listen } from "./listen";

const received = z.object({
  id: z.string(),
  type: z.string(),
  timestamp: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type ReceivedEvent = z.output<typeof received> & {
  headers: IncomingHttpHeaders;
  text: string;
};

/** How an endpoint answers an event; it may also leave the response open. */
type Respond = (event: ReceivedEvent, response: ServerResponse) => void;

export const accept: Respond = (event, response) => {
  const { challenge } = event.data;
  response.end(challenge === undefined ? "ok" : JSON.stringify({ challenge }));
};
export const answer =
  (status: number): Respond =>
  (_, response) => {
    response.statusCode = status;
    response.end();
  };

/** Changes the protocol although nobody asked for it. Node's client then has neither a response nor an error. */
export const switchProtocols = (_: unknown, { socket }: ServerResponse): void => {
  socket?.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n");
};

/** A user's endpoint: a real HTTP server on loopback that repeats challenges and accepts events. */
export async function startWebhookReceiver() {
  const events: ReceivedEvent[] = [];
  let respond = accept;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const event = { ...received.parse(JSON.parse(text)), headers: request.headers, text };
      events.push(event);
      respond(event, response);
    });
  });
  const { origin } = await listen(server);
  return {
    url: `${origin}/hook`,
    /** Everything that arrived, in order, repeated attempts included. */
    events,
    ofType: (type: string) => events.filter((event) => event.type === type),
    respondWith(next: Respond) {
      respond = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

/** Whether an event was signed with a secret, as a receiver checks it. */
export function isSignedWith(secret: string, { headers, text }: ReceivedEvent): boolean {
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;
  const given = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
  try {
    new Webhook(secret).verify(text, given);
    return true;
  } catch {
    return false;
  }
}
