import { access, rm } from "node:fs/promises";
import { join } from "node:path";
import { giveToOwner } from "@/lib/drivers/storage/give-to-owner";
import type { Env } from "@/lib/env";
import { startNeededParts } from "../on-sandbox";
import { Shutdown } from "../parts/shutdown";
import { lockDataDir } from "../process/lock-data-dir";
import { SandboxError } from "../process/sandbox-error";
import type { BackupPlace } from "./backup-place";
import type { Fenced } from "./fence-restored";
import { fetchBackup } from "./fetch-backup";
import { type Manifest, readVerifiedManifest } from "./manifest";
import { requireReplaceable, restoreDatabase } from "./restore-database";
import { requireNoConflicts, restoreFiles } from "./restore-files";
import { findMigration } from "./schema-version";

export type Restored = { manifest: Manifest; fenced: Fenced; replaced: string | null };

/**
 * Restores a backup. Verifies all of it before anything is changed. Slipway must be stopped. Files that
 * root restores belong to the owner of the data folder.
 * @param options.isForced whether to replace an installation that is not empty
 * @throws SandboxError when the backup is damaged or newer, or the installation may not be replaced
 */
export async function restoreBackup(options: {
  env: Env;
  root: string;
  place: BackupPlace;
  isForced: boolean;
}): Promise<Restored> {
  try {
    return await restorePlace(options);
  } finally {
    await giveToOwner(options.env.dataDir);
  }
}

async function restorePlace(options: Parameters<typeof restoreBackup>[0]): Promise<Restored> {
  const { place, ...rest } = options;
  if (place.kind === "folder") return restoreFolder({ ...rest, folder: place.folder });
  const folder = await fetchBackup(place, options.env.dataDir);
  try {
    return await restoreFolder({ ...rest, folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function restoreFolder(options: {
  env: Env;
  root: string;
  folder: string;
  isForced: boolean;
}): Promise<Restored> {
  const { env, root, folder, isForced } = options;
  const { dataDir } = env;
  const manifest = await readVerifiedManifest(folder);
  await findMigration(root, manifest.migration.when, "The backup");
  const unlock = await lockDataDir(dataDir);
  const shutdown = new Shutdown();
  try {
    if (!isForced) await requireNoConflicts(dataDir, manifest);
    requireSeedKey(env, manifest, await has(dataDir, "secrets.json"));
    let replaced: string | null = null;
    let databaseUrl = env.DATABASE_URL;
    // The password of a new embedded database is among the secrets. Nobody else uses such a database.
    const isNew = databaseUrl === undefined && !(await has(dataDir, "secrets.json"));
    if (isNew) replaced = await restoreFiles(dataDir, folder, manifest);
    if (databaseUrl === undefined) {
      const needed = { database: true, chain: null };
      const options = { root, unlock, shutdown };
      databaseUrl = (await startNeededParts(env, needed, options)).DATABASE_URL;
    }
    if (databaseUrl === undefined) throw new SandboxError("DATABASE_URL is not set.");
    const target = { databaseUrl, root, realms: env };
    await requireReplaceable(target, isForced);
    if (!isNew) replaced = await restoreFiles(dataDir, folder, manifest);
    const fenced = await restoreDatabase({
      ...target,
      folder,
      manifest,
      hasIpfsNode: env.KUBO_RPC_URL !== undefined,
    });
    return { manifest, fenced, replaced };
  } finally {
    await shutdown.run();
    await unlock();
  }
}

/** Tables that `WALLET_SEED_KEY` encrypts; earlier releases stored the seed in a file. */
const SEALED_TABLES = new Set(["launch.secrets", "launch.wallet_seeds"]);
const SEALED_FILES = "data/wallets/";

/** The embedded launchpad would generate another key, which cannot open the restored seed. */
function requireSeedKey(env: Env, manifest: Manifest, hasOwn: boolean): void {
  const { files, tables, hasSecrets } = manifest;
  const isSealed =
    files.some(({ path }) => path.startsWith(SEALED_FILES)) ||
    tables.some(({ schema, name, rows }) => rows > 0 && SEALED_TABLES.has(`${schema}.${name}`));
  if (!isSealed || hasSecrets || hasOwn || env.WALLET_SEED_KEY !== undefined) return;
  throw new SandboxError(
    `The backup has a wallet seed but not the key that encrypts it. First restore secrets.json to ${env.dataDir}, or set WALLET_SEED_KEY to that key. Then run the command again.`,
  );
}

async function has(dataDir: string, name: string): Promise<boolean> {
  return access(join(dataDir, name)).then(
    () => true,
    () => false,
  );
}
