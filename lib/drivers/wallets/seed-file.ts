import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";

const CIPHER = "aes-256-gcm";
/** Authenticated with the ciphertext, so that the envelope cannot be used for another purpose. */
const PURPOSE = Buffer.from("slipway:wallet-seed:v1");

const base64 = z.base64().transform((text) => Buffer.from(text, "base64"));
const envelope = z.object({ version: z.literal(1), iv: base64, tag: base64, ciphertext: base64 });

/** A seed and its fingerprint. The database records which seed an address was derived from. */
export type Seed = { bytes: Uint8Array; id: string };

/**
 * Opens the encrypted seed of the managed wallets, and creates one on first use. Only its owner can
 * read the file, and it is never overwritten: when two processes start at once, one writes and the
 * other reads.
 * @param path the file
 * @param key 32 bytes that encrypt it
 * @throws when the file was encrypted with another key
 */
export function openSeedFile(path: string, key: Uint8Array): Seed {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!existsSync(path)) create(path, key);
  const bytes = unseal(readFileSync(path, "utf8"), key, path);
  return {
    bytes,
    id: createHash("sha256").update(PURPOSE).update(bytes).digest("hex").slice(0, 16),
  };
}

/**
 * Writes a temporary file and links it: the name appears with its whole content, and only if it was
 * free.
 */
function create(path: string, key: Uint8Array): void {
  const temporary = `${path}.${randomUUID()}.tmp`;
  writeFileSync(temporary, JSON.stringify(seal(randomBytes(32), key)), {
    mode: 0o600,
    flush: true,
  });
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(temporary);
  }
}

function seal(bytes: Uint8Array, key: Uint8Array) {
  const iv = randomBytes(12);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(PURPOSE);
  const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return {
    version: 1,
    iv: iv.toString("base64"),
    tag: cipher.getAuthTag().toString("base64"),
    ciphertext: ciphertext.toString("base64"),
  };
}

function unseal(text: string, key: Uint8Array, path: string): Uint8Array {
  try {
    const { iv, tag, ciphertext } = envelope.parse(JSON.parse(text));
    const decipher = createDecipheriv(CIPHER, key, iv).setAAD(PURPOSE).setAuthTag(tag);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  } catch (cause) {
    throw new Error(`${path} cannot be opened. Set WALLET_SEED_KEY to the key that encrypted it.`, {
      cause,
    });
  }
}
