import { createHash } from "node:crypto";

/** What the database holds of a secret; secrets are random and long, so nobody can invert this. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** A code alone could be guessed from its hash, so the browser's secret goes in as well. */
export function hashCode(secret: string, code: string): string {
  return hashSecret(`${secret}:${code}`);
}
