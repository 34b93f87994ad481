import { z } from "zod";
import { UnavailableError } from "@/lib/shared/unavailable";
import { callSignal, requestLimitMs } from "@/lib/support/calls/dependency";
import { parseJson, readBytes } from "@/lib/support/read-bytes";

const TIMEOUT_MS = 15_000;
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;
const PICTURE_BYTES_MAX = 4 * 1024 * 1024;

/** A video as Cloudflare Stream describes it; -1 and absent mean "not known yet". */
export const cloudflareVideo = z.object({
  uid: z.string(),
  status: z.object({
    state: z.string(),
    // Their documentation uses both spellings.
    errReasonCode: z.string().optional(),
    errorReasonCode: z.string().optional(),
  }),
  readyToStream: z.boolean().optional(),
  duration: z.number().nullish(),
  size: z.number().nullish(),
  input: z.object({ width: z.number(), height: z.number() }).nullish(),
  playback: z.object({ hls: z.string().optional() }).nullish(),
  thumbnail: z.string().nullish(),
});
export type CloudflareVideo = z.output<typeof cloudflareVideo>;

/** Cloudflare returned an error or an invalid response. Never contains the request. */
export class CloudflareError extends UnavailableError {
  override readonly name = "CloudflareError";
}

export type CloudflareApi = {
  /** @returns null for a 404 */
  call<S extends z.ZodType>(
    method: "GET" | "POST",
    path: string,
    result: S,
    body?: object,
  ): Promise<z.output<S> | null>;
  /** Removes a video; does nothing when there is none. */
  remove(uid: string): Promise<void>;
  /** Downloads an image of a video. */
  picture(url: string): Promise<Uint8Array>;
};

/** The calls of Cloudflare Stream that we use. Source: Cloudflare's API reference, "Stream". */
export function createCloudflareApi(options: {
  baseUrl: string;
  accountId: string;
  token: string;
}): CloudflareApi {
  const { baseUrl, accountId, token } = options;
  const root = `${baseUrl.replace(/\/+$/, "")}/accounts/${accountId}/stream`;
  return {
    async call(method, path, result, body) {
      const response = await send(`${root}${path}`, {
        method,
        headers: {
          accept: "application/json",
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const bytes = await readBytes(response.body, ANSWER_BYTES_MAX);
      if (response.status === 404) return null;
      if (!response.ok) throw new CloudflareError(`Cloudflare returned status ${response.status}`);
      const parsed = result.safeParse(openEnvelope(bytes));
      if (parsed.success) return parsed.data;
      throw new CloudflareError("Cloudflare returned an invalid response", { cause: parsed.error });
    },
    async remove(uid) {
      // This response has no body.
      const headers = { authorization: `Bearer ${token}` };
      const { ok, status } = await send(`${root}/${uid}`, { method: "DELETE", headers });
      if (!ok && status !== 404) throw new CloudflareError(`Cloudflare returned status ${status}`);
    },
    async picture(url) {
      // Sends no credentials: the URL contains a token and is on another host.
      const response = await send(url, { method: "GET" });
      if (!response.ok)
        throw new CloudflareError(`The image request returned status ${response.status}`);
      return readBytes(response.body, PICTURE_BYTES_MAX);
    },
  };
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    const signal = callSignal(requestLimitMs() ?? TIMEOUT_MS);
    return await fetch(url, { ...init, redirect: "error", signal });
  } catch (error) {
    // The message may quote a header.
    const kind = error instanceof Error ? error.name : "unknown";
    throw new CloudflareError(`Cloudflare does not respond (${kind})`);
  }
}

function openEnvelope(bytes: Uint8Array): unknown {
  const parsed = z.object({ success: z.literal(true), result: z.unknown() });
  return parsed.safeParse(parseJson(bytes)).data?.result;
}
