import type { IncomingMessage } from "node:http";

/** A request as web APIs describe it, for libraries and services that read headers and a body. */
export type WebRequest = {
  method: string;
  headers: Headers;
  body: ReadableStream<Uint8Array> | null;
};

/** The body is not read: it arrives as its reader asks for it. */
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
        // Stops reading. The rest is cut off once the answer was sent.
        request.pause();
      },
    },
    { highWaterMark: 0 },
  );
}
