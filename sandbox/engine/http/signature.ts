import { createHash, timingSafeEqual } from "node:crypto";
import { digestBody, withoutPrefix } from "@/lib/drivers/jobs/signature";

/** Maximum age of a signature. Source: inngest 4.24 `RequestSignature.hasExpired`. */
const MAX_AGE_SECONDS = 300;

/** Compares secrets in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}

/** Whether `header` is a recent signature of `body` with the same key. */
export function isSignedBy(
  signingKey: string,
  body: string,
  header: string | undefined,
  nowMs: number,
): boolean {
  const params = new URLSearchParams(header ?? "");
  const time = params.get("t") ?? "";
  const age = Math.abs(nowMs / 1000 - Number.parseInt(time, 10));
  if (!(age <= MAX_AGE_SECONDS)) return false;
  return isSameSecret(params.get("s") ?? "", digestBody(body, signingKey, time));
}

/** The SDK's bearer token, derived from the key. Source: inngest 4.24 `hashSigningKey`. */
export function hashSigningKey(signingKey: string): string {
  const prefix = /^signkey-\w+-/.exec(signingKey)?.[0] ?? "";
  const key = Buffer.from(withoutPrefix(signingKey), "hex");
  return prefix + createHash("sha256").update(key).digest("hex");
}
