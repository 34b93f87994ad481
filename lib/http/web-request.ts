import type { IncomingMessage } from "node:http";

/** A request with web API headers and body, for libraries and use cases. */
export type WebRequest = {
  method: string;
  headers: Headers;
  body: ReadableStream<Uint8Array> | null;
};

/** The body is not read: it streams on demand. */
export function toWebRequest(request: IncomingMessage): WebRequest {
  const { method = "GET" } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  const isWithBody = method !== "GET" && method !== "HEAD";
  return { method, headers, body: isWithBody ? bodyOf(request) : null };
}

function bodyOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = request[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        // Stops reading. The connection is closed after the response.
        request.pause();
      },
    },
    { highWaterMark: 0 },
  );
}
