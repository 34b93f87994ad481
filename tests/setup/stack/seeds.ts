import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Seed, toSeed } from "@/lib/drivers/secrets/seed-file";
import type { WalletSeeds } from "@/lib/drivers/wallets/hd-wallet-provider";

/** A seed of a test, the same for the same name. */
export function testSeed(name: string): Seed {
  return toSeed(createHash("sha256").update(`seed of a test ${name}`).digest());
}

/** The seeds of an installation that has only this one. */
export function onlySeed(seed: Seed): WalletSeeds {
  return { current: async () => seed, find: async (id) => (id === seed.id ? seed : null) };
}

/** A seed file as web servers wrote it before seeds were in the database. */
export function writeSeedFile(path: string, key: Uint8Array, name: string): Seed {
  const seed = testSeed(name);
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  cipher.setAAD(Buffer.from("slipway:wallet-seed:v1"));
  const ciphertext = Buffer.concat([cipher.update(seed.bytes), cipher.final()]);
  const base64 = (bytes: Buffer) => bytes.toString("base64");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    JSON.stringify({
      version: 1,
      iv: base64(iv),
      tag: base64(cipher.getAuthTag()),
      ciphertext: base64(ciphertext),
    }),
    { mode: 0o600 },
  );
  return seed;
}
