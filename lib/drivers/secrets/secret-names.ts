import { randomBytes } from "node:crypto";

/** Encrypts the session cookies where `NEXTAUTH_SECRET` is not set. */
export const SESSION_SECRET = "session";
/** Sign the requests between the embedded job engine and the web servers. */
export const ENGINE_SIGNING_KEY = "engine/signing-key";
export const ENGINE_EVENT_KEY = "engine/event-key";

/** Encrypts the signing secrets of webhooks. */
export const WEBHOOK_KEY = "webhooks";

/** A new secret of 256 bits as text. */
export function newSecretText(): Buffer {
  return Buffer.from(randomBytes(32).toString("hex"));
}
