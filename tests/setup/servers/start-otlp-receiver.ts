import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { listen } from "./listen";

const value = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ intValue: z.coerce.number() }).transform(({ intValue }) => intValue),
  z.object({ doubleValue: z.number() }).transform(({ doubleValue }) => doubleValue),
  z.object({ boolValue: z.boolean() }).transform(({ boolValue }) => boolValue),
]);
const attributes = z
  .array(z.object({ key: z.string(), value }))
  .transform((pairs) => Object.fromEntries(pairs.map((pair) => [pair.key, pair.value])));
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string().regex(/^[0-9a-f]{32}$/),
              spanId: z.string().regex(/^[0-9a-f]{16}$/),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              startTimeUnixNano: z.string(),
              endTimeUnixNano: z.string(),
              attributes,
              status: z.object({ code: z.number() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

export type ReceivedSpan = z.output<
  typeof exported
>["resourceSpans"][number]["scopeSpans"][number]["spans"][number] & { service: unknown };

/** A receiver of traces: OTLP over HTTP with JSON, at `/v1/traces`. */
export async function startOtlpReceiver(): Promise<{
  url: string;
  spans(): ReceivedSpan[];
  /** Everything that was sent, as text, with the headers of the last request. */
  sent(): { bodies: string; headers: NodeJS.Dict<string | string[]> };
  /** Requests without an answer while the receiver hangs. */
  waiting(): number;
  /** From now on, reads requests and never answers; or answers again. */
  hang(isHanging: boolean): void;
  stop(): Promise<void>;
}> {
  const spans: ReceivedSpan[] = [];
  const waiting = new Set<ServerResponse>();
  let [bodies, isHanging] = ["", false];
  let headers: NodeJS.Dict<string | string[]> = {};
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (isHanging) {
      waiting.add(response);
      return;
    }
    headers = request.headers;
    bodies += body;
    for (const { resource, scopeSpans } of exported.parse(JSON.parse(body)).resourceSpans) {
      const service = resource.attributes["service.name"];
      for (const scope of scopeSpans) {
        spans.push(...scope.spans.map((span) => ({ ...span, service })));
      }
    }
    response.setHeader("content-type", "application/json").end("{}");
  });
  const { origin } = await listen(server);
  return {
    url: origin,
    spans: () => spans,
    sent: () => ({ bodies, headers }),
    waiting: () => waiting.size,
    hang(next) {
      isHanging = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
