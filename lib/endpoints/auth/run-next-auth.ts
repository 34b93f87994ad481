import NextAuth, { type AuthOptions } from "next-auth";
import { defaultOf } from "@/lib/support/default-of";

/** A request in the form that next-auth reads. */
export type AuthRequest = {
  method: string;
  /** Without origin headers: those are set from `origin`. */
  headers: Record<string, string>;
  cookies: Record<string, string>;
  query: Record<string, string | string[]>;
  body: Record<string, string> | undefined;
};

type AuthResponse = {
  status(code: number): AuthResponse;
  setHeader(name: string, value: string | string[]): AuthResponse;
  getHeader(name: string): string | string[] | undefined;
  end(): AuthResponse;
  send(body: unknown): AuthResponse;
  json(body: unknown): AuthResponse;
};

/**
 * Runs next-auth over plain values. Its route handler reads cookies and headers from Next's request
 * scope, where the public origin cannot be set.
 * @param origin prefix of the links that it creates
 */
export async function runNextAuth(
  options: AuthOptions,
  origin: string,
  request: AuthRequest,
): Promise<Response> {
  const handle: (request: AuthRequest, response: AuthResponse) => Promise<unknown> =
    defaultOf(NextAuth)(options);
  const { host, protocol } = new URL(origin);
  const headers = {
    ...request.headers,
    "x-forwarded-host": host,
    "x-forwarded-proto": protocol.replace(":", ""),
  };
  const collected = collectResponse();
  await handle({ ...request, headers }, collected.response);
  return collected.toResponse();
}

function collectResponse() {
  const headers = new Headers();
  let cookies: string[] = [];
  let code = 200;
  let text: string | null = null;

  const response: AuthResponse = {
    status(value) {
      code = value;
      return response;
    },
    setHeader(name, value) {
      if (name.toLowerCase() === "set-cookie") cookies = [value].flat();
      else headers.set(name, [value].flat().join(", "));
      return response;
    },
    getHeader: (name) =>
      name.toLowerCase() === "set-cookie" ? cookies : (headers.get(name) ?? undefined),
    end: () => response,
    send(body) {
      if (typeof body === "string" || body === undefined || body === null) {
        text = body ?? "";
        return response;
      }
      return response.json(body);
    },
    json(body) {
      headers.set("Content-Type", "application/json; charset=utf-8");
      text = JSON.stringify(body);
      return response;
    },
  };
  return {
    response,
    toResponse() {
      for (const cookie of cookies) headers.append("Set-Cookie", cookie);
      headers.set("Cache-Control", "no-store");
      return new Response(text, { status: code, headers });
    },
  };
}
