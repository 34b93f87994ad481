import { z } from "zod";
import { createVendor, SYSTEM_TIMING } from "@/lib/support/calls/create-vendor";
import { callSignal } from "@/lib/support/calls/dependency";
import { fromFailedCall, fromStatus, VendorError } from "@/lib/support/calls/vendor-error";

const RELAY_URL = "https://relay.farcaster.xyz";
const TIMEOUT_MS = 5_000;

const channel = z.object({ channelToken: z.string().min(1), url: z.url({ protocol: /^https$/ }) });
const signed = z.object({ message: z.string(), signature: z.string() });

/** State of a sign-in request: pending, signed, or expired. */
export type FarcasterStatus =
  | { state: "pending" | "expired" }
  | { state: "signed"; message: string; signature: string };

/**
 * Sends a sign-in request to a user's Farcaster app through Farcaster's relay and returns the
 * response. Source: Farcaster Auth relay, `/v1/channel`.
 */
export function createFarcasterRelay(options: { url?: string | undefined } = {}) {
  const base = (options.url ?? RELAY_URL).replace(/\/+$/, "");
  const vendor = createVendor("Farcaster relay", SYSTEM_TIMING);

  async function requestRelay(
    path: string,
    init: RequestInit,
  ): Promise<{ status: number; body: unknown }> {
    try {
      const response = await fetch(`${base}/v1/${path}`, {
        ...init,
        redirect: "error",
        signal: callSignal(TIMEOUT_MS),
      });
      const { status, headers } = response;
      const isAnswer = status === 201 || status === 200 || status === 202 || status === 401;
      if (!isAnswer) throw fromStatus(status, headers, SYSTEM_TIMING.now());
      return { status, body: await response.json() };
    } catch (error) {
      throw error instanceof VendorError ? error : fromFailedCall(error);
    }
  }

  return {
    /**
     * Opens a channel for one sign-in. Returns the link that the app opens and the token that reads
     * the result.
     * @param request.nonce the nonce that the signed message must contain
     * @throws AppError dependency_unavailable
     */
    open: (request: {
      domain: string;
      siweUri: string;
      nonce: string;
    }): Promise<{ url: string; token: string }> =>
      vendor.run(async () => {
        const { body } = await requestRelay("channel", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(request),
        });
        const { channelToken, url } = read(channel, body);
        return { url, token: channelToken };
      }),
    /**
     * Reads the channel's result. A signed message is returned once; then the channel is closed.
     * @throws AppError dependency_unavailable
     */
    read: (token: string): Promise<FarcasterStatus> =>
      vendor.run(async () => {
        const { status, body } = await requestRelay("channel/status", {
          headers: { authorization: `Bearer ${token}` },
        });
        // The relay returns 401 for an unknown or closed channel.
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
