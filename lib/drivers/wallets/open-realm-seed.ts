import { existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Realm } from "@/lib/shared/realm";
import { openSeedFile, type Seed } from "./seed-file";

/** Which seed a realm's wallets come from; shared by all web servers. */
export type SeedClaims = {
  /** Fingerprint of the realm's seed; null while it has none. */
  find(): Promise<string | null>;
  /** Whether any realm has this seed. */
  isClaimed(seedId: string): Promise<boolean>;
  /** Makes a seed the realm's, unless it has one or another realm has this one. @returns the realm's */
  claim(seedId: string): Promise<string | null>;
};

/** The seed of this machine is not the one that the realm's wallets come from. */
export class WalletSeedError extends Error {
  override readonly name = "WalletSeedError";
}

/**
 * Opens the seed of a realm's managed wallets. Only the first web server of a realm creates one. A
 * second one without the file would derive other wallets for the same people, so it is refused.
 * @param options.folder of the seeds; each realm's seed is in a folder of its own
 * @throws WalletSeedError when the file is missing or another one
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

/** Before realms there was one seed. It is the present realm's, unless another realm has it. */
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
    // Another process of this machine has just moved it.
    if (!existsSync(path)) throw error;
  }
}
