import { ApiError, toApiError } from "./api-error";
import type { CallOptions } from "./call";

/** Fifty megabytes over a slow line. */
const TIMEOUT_MS = 15 * 60_000;

export type SendOptions = { signal?: AbortSignal; timeoutMs?: number };

/**
 * Sends a file to an upload URL, of this service or of the provider behind it. Not tried again: after
 * an error the same URL may be used once more.
 * @param file in Node, `openAsBlob` gives one that is read as it is sent
 * @throws ApiError; an abort by `signal` is rethrown as it is
 */
export async function sendVideo(
  uploadURL: string,
  file: Blob,
  options: SendOptions & CallOptions = {},
): Promise<void> {
  const { signal, headers, timeoutMs = TIMEOUT_MS } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const body = new FormData();
  body.set("file", file, "video");
  let response: Response;
  try {
    response = await (options.fetch ?? fetch)(uploadURL, {
      method: "POST",
      ...(headers === undefined ? {} : { headers }),
      body,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    const [code, message] = timeout.aborted
      ? ["timeout", "The upload took too long"]
      : ["network_error", "The service can't be reached"];
    throw new ApiError({ kind: "network", code, message }, cause);
  }
  if (response.ok) return;
  throw toApiError(response, await response.json().catch(() => undefined));
}
