import { createHmac, timingSafeEqual } from "node:crypto";

/** Maximum age of a signature; an older one is a replay. */
const TOLERANCE_SECONDS = 5 * 60;

/**
 * Verifies a message from Cloudflare Stream: `Webhook-Signature: time=…,sig1=…`, the HMAC-SHA256 of
 * `time.body` in hex. Compares in constant time.
 * @param body exactly as received
 */
export function verifyWebhook(options: {
  signature: string | null;
  body: Uint8Array;
  secret: string;
  now: Date;
}): boolean {
  const { signature, body, secret, now } = options;
  const parts = new Map(
    (signature ?? "").split(",").map((part) => {
      const [name = "", value = ""] = part.trim().split("=", 2);
      return [name, value] as const;
    }),
  );
  const [time = "", given = ""] = [parts.get("time"), parts.get("sig1")];
  if (!/^\d{1,12}$/.test(time) || !/^[0-9a-f]{64}$/.test(given)) return false;
  const age = Math.abs(now.getTime() / 1000 - Number(time));
  if (age > TOLERANCE_SECONDS) return false;
  const expected = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(given, "hex"));
}
