import { existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Realm } from "@/lib/shared/realm";
import { openSeedFile, type Seed } from "./seed-file";

/** The seed of each realm's wallets; shared by all web servers. */
export type SeedClaims = {
  /** Fingerprint of the realm's seed, or null. */
  find(): Promise<string | null>;
  /** Whether any realm uses this seed. */
  isClaimed(seedId: string): Promise<boolean>;
  /**
   * Assigns a seed to the realm, unless it has one or another realm uses it. @returns the realm's
   */
  claim(seedId: string): Promise<string | null>;
};

/** This machine's seed is not the one that the realm's wallets were derived from. */
export class WalletSeedError extends Error {
  override readonly name = "WalletSeedError";
}

/**
 * Opens the seed of a realm's managed wallets. Only the first web server of a realm creates one. A
 * second server without the file would derive other wallets for the same users, so it throws.
 * @param options.folder contains a folder for each realm's seed
 * @throws WalletSeedError when the file is missing or a different one
 */
export async function openRealmSeed(options: {
  folder: string;
  realm: Realm;
  key: Uint8Array;
  claims: SeedClaims;
}): Promise<Seed> {
  const { folder, realm, key, claims } = options;
  const path = join(folder, realm, "seed.json");
  const claimed = await claims.find();
  if (!existsSync(path)) await moveFormerSeed(options, path, claimed);
  if (!existsSync(path) && claimed !== null) {
    throw new WalletSeedError(
      `${path} is missing. The managed wallets come from seed ${claimed}, which another server or an earlier start created. Copy that file here, with the same WALLET_SEED_KEY.`,
    );
  }
  const seed = openSeedFile(path, key);
  const owner = claimed ?? (await claims.claim(seed.id));
  if (owner === null) {
    throw new WalletSeedError(`${path} holds the seed of another realm. Remove it from here.`);
  }
  if (owner !== seed.id) {
    throw new WalletSeedError(
      `${path} holds seed ${seed.id}, but the managed wallets come from seed ${owner}. Restore that file.`,
    );
  }
  return seed;
}

/**
 * Migrates the single seed from before realms to the present realm, unless another realm uses it.
 */
async function moveFormerSeed(
  { folder, key, claims }: Parameters<typeof openRealmSeed>[0],
  path: string,
  claimed: string | null,
): Promise<void> {
  const former = join(folder, "seed.json");
  if (!existsSync(former)) return;
  const { id } = openSeedFile(former, key);
  if (claimed === null ? await claims.isClaimed(id) : claimed !== id) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    renameSync(former, path);
  } catch (error) {
    // Another process on this machine has just moved it.
    if (!existsSync(path)) throw error;
  }
}
