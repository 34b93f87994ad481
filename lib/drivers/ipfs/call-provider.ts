import { limitHost } from "@/lib/support/calls/limit-host";
import { readBytes } from "@/lib/support/read-bytes";
import { IpfsUnavailableError } from "./ipfs";

/** An answer that means "not here": a status, and what its body contains if the status alone does not tell. */
type Missing = { statuses: readonly number[]; text?: string };

/**
 * Sends a request to a provider or gateway. Errors keep only their kind, because messages may quote
 * a header.
 * @param request.bytesMax size limit of the response
 * @param request.timeoutMs for the whole response, including its body
 * @returns the body of a 200; null for an answer that is `missing`
 * @throws IpfsUnavailableError
 */
export async function callProvider(request: {
  name: string;
  url: URL;
  method: "DELETE" | "GET" | "POST";
  headers: Record<string, string>;
  body?: FormData;
  bytesMax: number;
  timeoutMs: number;
  missing?: Missing;
}): Promise<Buffer | null> {
  const { name, url, method, headers, body, bytesMax, timeoutMs, missing } = request;
  let status: number;
  let isMissing: boolean;
  const limit = limitHost(url, timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: "error",
      signal: limit.signal,
    });
    status = response.status;
    if (status === 200) return await readBytes(response.body, bytesMax);
    isMissing = missing?.statuses.includes(status) ?? false;
    if (isMissing && missing?.text !== undefined) {
      isMissing = (await readBytes(response.body, bytesMax)).includes(missing.text);
    } else await response.body?.cancel();
  } catch (error) {
    throw new IpfsUnavailableError(`${name} did not answer (${kindOf(error)})`);
  } finally {
    limit.end();
  }
  if (isMissing) return null;
  throw new IpfsUnavailableError(`${name} answered with status ${status}`);
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.cause instanceof Error ? kindOf(error.cause) : error.name;
}

/** Joins `https://host/base/` and `a/b` into `https://host/base/a/b`. */
export function urlBelow(base: string, path: string): URL {
  return new URL(path, base.endsWith("/") ? base : `${base}/`);
}
