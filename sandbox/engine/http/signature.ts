import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** A signature older than this is refused. Source: inngest 4.24 `RequestSignature.hasExpired`. */
const MAX_AGE_SECONDS = 300;

function withoutPrefix(signingKey: string): string {
  return signingKey.replace(/^signkey-\w+-/, "");
}

function digest(body: string, signingKey: string, time: string): string {
  return createHmac("sha256", withoutPrefix(signingKey)).update(body).update(time).digest("hex");
}

/** Compares secrets in a time that does not depend on where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}

/**
 * The value of `x-inngest-signature`.
 * @param body as it goes over the wire; requests must be canonical JSON (RFC 8785)
 */
export function signBody(body: string, signingKey: string, nowMs: number): string {
  const time = Math.floor(nowMs / 1000).toString();
  return `t=${time}&s=${digest(body, signingKey, time)}`;
}

/** Whether `header` is a fresh signature of `body` made with the same key. */
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
  return isSameSecret(params.get("s") ?? "", digest(body, signingKey, time));
}

/** What the SDK sends as bearer token in place of the key. Source: inngest 4.24 `hashSigningKey`. */
export function hashSigningKey(signingKey: string): string {
  const prefix = /^signkey-\w+-/.exec(signingKey)?.[0] ?? "";
  const key = Buffer.from(withoutPrefix(signingKey), "hex");
  return prefix + createHash("sha256").update(key).digest("hex");
}
