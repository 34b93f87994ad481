import { createDecipheriv, createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { SecretsError } from "./secrets-error";
import type { WrappingKeys } from "./wrapping-key";

const CIPHER = "aes-256-gcm";
/** Authenticated with the ciphertext; also the purpose of a seed's fingerprint. */
const PURPOSE = "slipway:wallet-seed:v1";

const base64 = z.base64().transform((text) => Buffer.from(text, "base64"));
const envelope = z.object({ version: z.literal(1), iv: base64, tag: base64, ciphertext: base64 });

/** A seed and its fingerprint. The database records which seed an address was derived from. */
export type Seed = { bytes: Uint8Array; id: string };

export function toSeed(bytes: Uint8Array): Seed {
  const id = createHash("sha256").update(PURPOSE).update(bytes).digest("hex").slice(0, 16);
  return { bytes, id };
}

/**
 * Reads the seed file of a version that stored the seed on the disk of each web server.
 * @returns null when there is no file
 * @throws SecretsError when no key opens it
 */
export function readSeedFile(path: string, keys: WrappingKeys): Seed | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  const causes: unknown[] = [];
  for (const key of [keys.current, keys.previous]) {
    if (key === null) continue;
    try {
      return toSeed(unseal(text, key.bytes));
    } catch (cause) {
      causes.push(cause);
    }
  }
  throw new SecretsError(
    `The seed file ${path} cannot be opened with WALLET_SEED_KEY (key ${keys.current.id}). Set WALLET_SEED_KEY to the key that encrypted it, or, if WALLET_SEED_KEY is the key of the other nodes, set WALLET_SEED_KEY_PREVIOUS to the key of this file.`,
    { cause: causes[0] },
  );
}

function unseal(text: string, key: Uint8Array): Uint8Array {
  const { iv, tag, ciphertext } = envelope.parse(JSON.parse(text));
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: 16 });
  decipher.setAAD(Buffer.from(PURPOSE)).setAuthTag(tag);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}
