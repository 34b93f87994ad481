import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A key that encrypts the secrets of an installation. */
export type WrappingKey = {
  /** Identifies the key without revealing it; stored next to what the key encrypts. */
  id: string;
  /** The key itself, as configured. */
  bytes: Uint8Array;
  /** Identifies a secret without revealing it, even one that could be guessed. */
  fingerprint(name: string, secret: Uint8Array): string;
  /** Encrypts a secret for one name: another name does not decrypt it. */
  seal(name: string, secret: Uint8Array): Buffer;
  /** @throws when `sealed` was damaged, or sealed with another key or for another name */
  unseal(name: string, sealed: Uint8Array): Buffer;
};

/** The present key, and the one before while a rotation is in progress. */
export type WrappingKeys = { current: WrappingKey; previous: WrappingKey | null };

/** @param bytes 32 bytes: `WALLET_SEED_KEY` */
export function createWrappingKey(bytes: Uint8Array): WrappingKey {
  // Separate keys: the id is public, and old seed files are encrypted with the bytes themselves.
  const derive = (use: string, length: number) =>
    Buffer.from(hkdfSync("sha256", bytes, "", `slipway:secrets:${use}:v1`, length));
  const key = derive("seal", 32);
  const fingerprintKey = derive("fingerprint", 32);
  return {
    id: derive("key-id", 8).toString("hex"),
    bytes,
    fingerprint: (name, secret) =>
      createHmac("sha256", fingerprintKey)
        .update(`${name}\0`)
        .update(secret)
        .digest("hex")
        .slice(0, 16),
    seal(name, secret) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(purposeOf(name));
      const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), ciphertext]);
    },
    unseal(name, sealed) {
      const text = Buffer.from(sealed);
      const start = 1 + IV_BYTES + TAG_BYTES;
      if (text[0] !== VERSION || text.length < start) throw new Error("Not a sealed secret");
      const iv = text.subarray(1, 1 + IV_BYTES);
      const tag = text.subarray(1 + IV_BYTES, start);
      const options = { authTagLength: TAG_BYTES };
      const decipher = createDecipheriv(CIPHER, key, iv, options).setAAD(purposeOf(name));
      decipher.setAuthTag(tag);
      return Buffer.concat([decipher.update(text.subarray(start)), decipher.final()]);
    },
  };
}

/** Authenticated with the ciphertext, so that a sealed secret cannot be used for another purpose. */
function purposeOf(name: string): Buffer {
  return Buffer.from(`slipway:secret:v${VERSION}:${name}`);
}

/** @param hex 0x and 64 hex characters */
export function readWrappingKeys(hex: {
  current: string;
  previous: string | undefined;
}): WrappingKeys {
  const toKey = (text: string) => createWrappingKey(Buffer.from(text.slice(2), "hex"));
  return {
    current: toKey(hex.current),
    previous: hex.previous === undefined ? null : toKey(hex.previous),
  };
}
