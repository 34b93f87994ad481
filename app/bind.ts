import type { OPERATION_ENDPOINTS } from "@/lib/endpoints/bindings";
import { pageData } from "./page-data";

type OperationId = keyof typeof OPERATION_ENDPOINTS;
type Handler = (request: Request) => Promise<Response>;

/** Headers of one connection, and of the encoding that `fetch` has removed. */
const OWN_HEADERS = ["connection", "content-encoding", "content-length", "host", "keep-alive"];

/**
 * The route handlers of an operation. The server's request pipeline answers operations before Next
 * does, by the same table; a request that still reaches Next, because Next is embedded in
 * another server, is forwarded to it.
 */
export function bind(_id: OperationId): Record<"GET" | "POST" | "PATCH" | "DELETE", Handler> {
  return { GET: forward, POST: forward, PATCH: forward, DELETE: forward };
}

async function forward(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { method, body } = request;
  const response = await fetch(new URL(`${pathname}${search}`, pageData().loopbackUrl), {
    method,
    headers: withoutOwn(request.headers),
    redirect: "manual",
    ...(body === null ? {} : { body, duplex: "half" }),
  });
  const { status, headers } = response;
  return new Response(response.body, { status, headers: withoutOwn(headers) });
}

function withoutOwn(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of OWN_HEADERS) kept.delete(name);
  return kept;
}
