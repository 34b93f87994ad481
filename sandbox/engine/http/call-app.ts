import http from "node:http";
import canonicalize from "canonicalize";
import { signBody } from "@/lib/drivers/jobs/signature";
import { onNoResponse } from "@/lib/shared/http/on-no-response";
import { isSignedBy } from "@/sandbox/engine/http/signature";

/**
 * Result of a call.
 * - `answered`: the SDK responded, verified by its signature.
 * - `unreachable`: the call has certainly not started (app down, starting or draining).
 * - `interrupted`: it may have started; its progress is unknown.
 */
export type AppReply =
  | {
      kind: "answered";
      status: number;
      body: unknown;
      noRetry: boolean;
      retryAfter: string | undefined;
    }
  | { kind: "unreachable"; reason: string }
  | { kind: "interrupted"; reason: string };

export type AppCall = {
  url: URL;
  method: "POST" | "PUT";
  body: unknown;
  signingKey: string;
  headers?: Record<string, string>;
  timeoutMs: number;
  signal?: AbortSignal;
};

const RESPONSE_BYTES_MAX = 32 * 1024 * 1024;
const NOT_BEGUN = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);
const GATEWAY_STATUSES = new Set([502, 503, 504]);
/**
 * No keep-alive: a connection that the app closes while idle would look like an interrupted call.
 */
const agent = new http.Agent({ keepAlive: false });

/**
 * One signed request to the app. Uses node:http because undici times out after 300 s. Never throws
 * for a failure of the app.
 */
export async function callApp(call: AppCall): Promise<AppReply> {
  // The SDK verifies the canonical form of the parsed body, so this form must be signed.
  const body = canonicalize(call.body) ?? "null";
  let raw: { status: number; headers: http.IncomingHttpHeaders; text: string };
  try {
    raw = await request(call, body);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const reason = error instanceof Error ? error.message || code : String(error);
    return { kind: NOT_BEGUN.has(code) ? "unreachable" : "interrupted", reason };
  }
  const { status, headers, text } = raw;
  if (!isSignedBy(call.signingKey, text, headerText(headers, "x-inngest-signature"), Date.now())) {
    const reason = `response ${status} without a valid signature`;
    return { kind: GATEWAY_STATUSES.has(status) ? "unreachable" : "interrupted", reason };
  }
  return {
    kind: "answered",
    status,
    body: parseJson(text),
    noRetry: headerText(headers, "x-inngest-no-retry") === "true",
    retryAfter: headerText(headers, "retry-after"),
  };
}

function request(
  call: AppCall,
  body: string,
): Promise<{ status: number; headers: http.IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = http.request(call.url, {
      agent,
      method: call.method,
      signal: call.signal,
      headers: {
        ...call.headers,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "x-inngest-signature": signBody(body, call.signingKey, Date.now()),
      },
    });
    const timer = setTimeout(
      () => outgoing.destroy(new Error(`no response within ${call.timeoutMs} ms`)),
      call.timeoutMs,
    );
    outgoing.on("close", () => clearTimeout(timer));
    onNoResponse(outgoing, reject);
    outgoing.on("response", (incoming) => {
      const chunks: Buffer[] = [];
      let size = 0;
      incoming.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > RESPONSE_BYTES_MAX) incoming.destroy(new Error("response is too large"));
        else chunks.push(chunk);
      });
      incoming.on("error", reject);
      incoming.on("end", () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    outgoing.end(body);
  });
}

function headerText(headers: http.IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
