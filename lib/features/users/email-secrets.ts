import { createHash } from "node:crypto";

/** Hash of a secret for the database. Secrets are long and random, so a plain hash is safe. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Hash of a code. A short code could be guessed from its hash, so the secret is included. */
export function hashCode(secret: string, code: string): string {
  return hashSecret(`${secret}:${code}`);
}
