import type { z } from "zod";
import { callSignal } from "./dependency";
import { fromFailedCall, fromStatus, VendorError } from "./vendor-error";

/**
 * GETs JSON of a known shape.
 * @param request.timeoutMs for the whole response, including its body
 * @returns null for a 404
 * @throws VendorError
 */
export async function fetchJson<Schema extends z.ZodType>(
  schema: Schema,
  request: { url: URL; headers?: Record<string, string>; timeoutMs: number; now: Date },
): Promise<z.output<Schema> | null> {
  const { status, headers, body } = await get(request);
  if (status === 404) return null;
  if (status !== 200) throw fromStatus(status, headers, request.now);
  const parsed = schema.safeParse(parseJson(body));
  if (!parsed.success) throw new VendorError("down", "an answer of another shape");
  return parsed.data;
}

async function get(request: { url: URL; headers?: Record<string, string>; timeoutMs: number }) {
  try {
    const response = await fetch(request.url, {
      headers: { accept: "application/json", ...request.headers },
      redirect: "error",
      signal: callSignal(request.timeoutMs),
    });
    return { status: response.status, headers: response.headers, body: await response.text() };
  } catch (error) {
    throw fromFailedCall(error);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Invalid JSON becomes undefined, which the schema rejects.
    return undefined;
  }
}
