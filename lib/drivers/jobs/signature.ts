import { createHmac } from "node:crypto";

const PREFIX = /^signkey-\w+-/;

/** The part of a signing key that signs; Inngest Cloud puts the environment's name before it. */
export function withoutPrefix(signingKey: string): string {
  return signingKey.replace(PREFIX, "");
}

/** HMAC-SHA256 over a body and the time in seconds, in hex. */
export function digestBody(body: string, signingKey: string, time: string): string {
  return createHmac("sha256", withoutPrefix(signingKey)).update(body).update(time).digest("hex");
}

/**
 * The value of `x-inngest-signature`.
 * @param body as sent; requests must be canonical JSON (RFC 8785)
 */
export function signBody(body: string, signingKey: string, nowMs: number): string {
  const time = Math.floor(nowMs / 1000).toString();
  return `t=${time}&s=${digestBody(body, signingKey, time)}`;
}
