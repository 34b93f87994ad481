import { limitHost } from "@/lib/support/limit-host";
import { readBytes } from "@/lib/support/read-bytes";
import { IpfsUnavailableError } from "./ipfs";

/**
 * Sends a request to a provider or gateway. Errors keep only their kind, because messages may quote
 * a header.
 * @param request.bytesMax size limit of the response
 * @param request.timeoutMs for the whole response, including its body
 * @returns the body of a 200; null for a status in `missingStatuses`
 * @throws IpfsUnavailableError
 */
export async function callProvider(request: {
  name: string;
  url: URL;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: FormData;
  bytesMax: number;
  timeoutMs: number;
  missingStatuses?: readonly number[];
}): Promise<Buffer | null> {
  const { name, url, method, headers, body, bytesMax, timeoutMs, missingStatuses = [] } = request;
  let status: number;
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
    await response.body?.cancel();
  } catch (error) {
    throw new IpfsUnavailableError(`${name} did not answer (${kindOf(error)})`);
  } finally {
    limit.end();
  }
  if (missingStatuses.includes(status)) return null;
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
