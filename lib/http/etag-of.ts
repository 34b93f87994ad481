import { createHash } from "node:crypto";

/** The strong entity tag of a response body. */
export function etagOf(body: string | Buffer): string {
  return `"${createHash("sha256").update(body).digest("base64url")}"`;
}
