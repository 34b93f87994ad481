import { z } from "zod";
import { createVendor, SYSTEM_TIMING, type Timing } from "@/lib/support/create-vendor";

import { fromFailedCall, fromStatus, VendorError } from "@/lib/support/vendor-error";

const RELAY_URL = "https://relay.farcaster.xyz";
const TIMEOUT_MS = 5_000;

const channel = z.object({ channelToken: z.string().min(1), url: z.url({ protocol: /^https$/ }) });
const signed = z.object({ message: z.string(), signature: z.string() });

/** What came of a request to sign in: nothing yet, a signed message, or it is no longer there. */
export type FarcasterReply =
  | { state: "pending" | "expired" }
  | { state: "signed"; message: string; signature: string };

/**
 * Carries a sign-in request to a person's Farcaster app and its answer back, over Farcaster's relay.
 * Source: Farcaster Auth relay, `/v1/channel`.
 */
export function createFarcasterRelay(options: { url?: string | undefined; timing?: Timing } = {}) {
  const { timing = SYSTEM_TIMING } = options;
  const base = (options.url ?? RELAY_URL).replace(/\/+$/, "");
  const vendor = createVendor("Farcaster relay", timing);

  async function ask(path: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
    try {
      const response = await fetch(`${base}/v1/${path}`, {
        ...init,
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const { status, headers } = response;
      const isAnswer = status === 201 || status === 200 || status === 202 || status === 401;
      if (!isAnswer) throw fromStatus(status, headers, timing.now());
      return { status, body: await response.json() };
    } catch (error) {
      throw error instanceof VendorError ? error : fromFailedCall(error);
    }
  }

  return {
    /**
     * Opens a channel for one sign-in. Answers the link that the app opens, and the secret that reads
     * the answer.
     * @param request.nonce what the signed message has to repeat
     * @throws AppError dependency_unavailable
     */
    open: (request: {
      domain: string;
      siweUri: string;
      nonce: string;
    }): Promise<{ url: string; token: string }> =>
      vendor.run(async () => {
        const { body } = await ask("channel", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(request),
        });
        const { channelToken, url } = read(channel, body);
        return { url, token: channelToken };
      }),
    /**
     * The channel's answer. A signed message is handed out once; then the channel is gone.
     * @throws AppError dependency_unavailable
     */
    read: (token: string): Promise<FarcasterReply> =>
      vendor.run(async () => {
        const { status, body } = await ask("channel/status", {
          headers: { authorization: `Bearer ${token}` },
        });
        // 401 is how the relay says that it knows no such channel, or no longer.
        if (status === 401) return { state: "expired" };
        if (status === 202) return { state: "pending" };
        return { state: "signed", ...read(signed, body) };
      }),
  };
}

export type FarcasterRelay = ReturnType<typeof createFarcasterRelay>;

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new VendorError("down", "an answer of another shape");
}
