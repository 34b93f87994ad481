import { hash } from "node:crypto";

/** The strong entity tag of a response body. */
export function etagOf(body: string | Buffer): string {
  return `"${hash("sha256", body, "base64url")}"`;
}
