import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

/**
 * Headers of the outer request that do not describe its caller: credentials, the page that sent it,
 * its body, its connection and the protocol that it speaks.
 */
const DROPPED =
  /^(cookie|authorization|origin|referer|sec-.*|content-.*|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|accept.*|if-.*|range|cache-control|pragma|idempotency-key|mcp-.*|last-event-id)$/;
/** Headers that the request itself may set. */
const OWN = ["accept", "content-type", "idempotency-key"];

/** The outer request: its caller is the caller of what it dispatches. */
export type Outer = { request: IncomingMessage; response: ServerResponse; bytes: number };

/** Starts an exchange in the pipeline. */
type Begin = (request: IncomingMessage, response: ServerResponse, receivedBytes: number) => void;

/**
 * A `fetch` that sends requests through the request pipeline of this process. Address and proxy
 * headers are those of the outer request, so limits, quotas and logs see the same caller; its cookies
 * and origin are not passed on, so it never acts as a signed-in user. Aborts when the outer caller
 * disconnects.
 */
export function createDispatch(begin: Begin): (outer: Outer) => typeof fetch {
  return (outer) => async (input, init) => {
    const request = new Request(input, init);
    const body = Buffer.from(await request.arrayBuffer());
    const socket = new MemorySocket(outer.request.socket.remoteAddress);
    const incoming = toIncoming(socket, request, body, outer);
    const response = new ServerResponse(incoming);
    // Without chunks: what is written is the body as it is.
    response.useChunkedEncodingByDefault = false;
    response.assignSocket(socket);
    const end = () => socket.destroy();
    outer.response.once("close", end);
    request.signal.addEventListener("abort", end, { once: true });
    response.once("finish", end);
    const closed = new Promise<void>((resolve) => {
      response.once("close", resolve);
    });
    begin(incoming, response, outer.bytes);
    await closed;
    outer.response.off("close", end);
    request.signal.removeEventListener("abort", end);
    request.signal.throwIfAborted();
    if (!response.writableFinished) throw new TypeError("The request was given up");
    const { status, headers, body: content } = socket.received();
    const hasNoBody = [204, 205, 304].includes(status);
    return new Response(hasNoBody ? null : new Uint8Array(content), { status, headers });
  };
}

function toIncoming(
  socket: Socket,
  { method, url, headers }: Request,
  body: Buffer,
  { request }: Outer,
): IncomingMessage {
  const incoming = new IncomingMessage(socket);
  const { pathname, search } = new URL(url);
  incoming.method = method;
  incoming.url = `${pathname}${search}`;
  incoming.httpVersion = "1.1";
  incoming.httpVersionMajor = 1;
  incoming.httpVersionMinor = 1;
  for (const [name, value] of Object.entries(request.headers)) {
    if (!DROPPED.test(name)) incoming.headers[name] = value;
  }
  for (const [name, value] of headers) {
    if (OWN.includes(name)) incoming.headers[name] = value;
  }
  if (body.length > 0) {
    incoming.headers["content-length"] = String(body.length);
    incoming.push(body);
  }
  incoming.push(null);
  incoming.complete = true;
  return incoming;
}

const HEAD_END = Buffer.from("\r\n\r\n");

/** The caller's address without a connection. Keeps what is written to it. */
class MemorySocket extends Socket {
  readonly #chunks: Buffer[] = [];

  constructor(remoteAddress: string | undefined) {
    super();
    Object.defineProperty(this, "remoteAddress", { value: remoteAddress });
  }

  override _write(
    chunk: Buffer | string,
    encoding: BufferEncoding,
    done: (error?: Error | null) => void,
  ): void {
    this.#chunks.push(typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk);
    done();
  }

  override _writev(
    chunks: { chunk: Buffer | string; encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    for (const { chunk, encoding } of chunks) {
      this.#chunks.push(typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk);
    }
    done();
  }

  /** The response that was written. */
  received(): { status: number; headers: Headers; body: Buffer } {
    const written = Buffer.concat(this.#chunks);
    const end = written.indexOf(HEAD_END);
    const [first = "", ...fields] = written.toString("latin1", 0, end).split("\r\n");
    const headers = new Headers();
    for (const field of fields) {
      const colon = field.indexOf(":");
      headers.append(field.slice(0, colon), field.slice(colon + 1).trim());
    }
    const status = Number(first.split(" ")[1]);
    return { status, headers, body: written.subarray(end + HEAD_END.length) };
  }
}
