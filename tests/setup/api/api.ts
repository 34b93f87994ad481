import { inject } from "vitest";
import { newCaller } from "./new-caller";

export { newCaller };

export type Answer = { status: number; headers: Headers; body: unknown; text: string };

/** Sends a request to the running launchpad and reads the response. */
export async function request(
  path: string,
  options: {
    method?: string;
    body?: unknown;
    rawBody?: BodyInit;
    headers?: Record<string, string>;
    caller?: string;
    /** A launchpad other than the shared one. */
    baseUrl?: string;
  } = {},
): Promise<Answer> {
  const { method, body, rawBody, headers = {}, caller = newCaller() } = options;
  const { baseUrl = inject("baseUrl") } = options;
  const hasBody = body !== undefined || rawBody !== undefined;
  const response = await fetch(`${baseUrl}${path}`, {
    method: method ?? (hasBody ? "POST" : "GET"),
    headers: {
      "x-forwarded-for": caller,
      ...(hasBody ? { "content-type": "application/json" } : {}),
      ...headers,
    },
    ...(hasBody ? { body: rawBody ?? JSON.stringify(body) } : {}),
    redirect: "manual",
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parse(text), text };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the test reads the text.
    return undefined;
  }
}
