import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { Realm } from "@/lib/shared/realm";
import type { Executor } from "../db/create-database";
import type { LockedSecrets, Secrets } from "./create-secrets";
import { SecretsError } from "./secrets-error";
import { readSeedFile, type Seed, toSeed } from "./seed-file";
import type { WrappingKeys } from "./wrapping-key";

const SEED_BYTES = 32;

/** Record of the seed that a realm's wallets derive from; shared by all web servers. */
export type SeedClaims = {
  /** Fingerprint of the realm's seed, or null. */
  find(): Promise<string | null>;
  /** Whether any realm uses this seed. */
  isClaimed(seedId: string): Promise<boolean>;
  /**
   * Assigns a seed to the realm, unless it has one or another realm uses it. @returns the realm's
   */
  claim(seedId: string): Promise<string | null>;
  /** How many wallets are registered with a seed. */
  countWallets(seedId: string): Promise<number>;
};

export type RealmSeedOptions = {
  secrets: Secrets;
  /** The claims in the same database transaction. */
  claimsIn: (db: Executor | null) => SeedClaims;
  /** Contained the seed files of earlier versions, in a folder for each realm. */
  folder: string;
  realm: Realm;
  keys: WrappingKeys;
};

/**
 * Opens the seed of a realm's managed wallets. The first web server of an installation creates it in
 * the database, or moves the seed file of an earlier version there; all others open the same one.
 * @throws SecretsError when the key is another one, or when this server has another seed in a file
 */
export async function openRealmSeed(options: RealmSeedOptions): Promise<Seed> {
  const { secrets, claimsIn } = options;
  const seed =
    (await findStored(options, secrets, claimsIn(null))) ??
    (await secrets.exclusively(async (locked, tx) => {
      const claims = claimsIn(tx);
      return (await findStored(options, locked, claims)) ?? (await store(options, locked, claims));
    }));
  await retireFiles(options, seed);
  return seed;
}

/** All seeds of the realm that the database has. */
export async function openSeedsOf(
  options: Pick<RealmSeedOptions, "secrets" | "realm">,
): Promise<Seed[]> {
  const prefix = nameOf(options.realm, "");
  const rows = await options.secrets.list();
  const ids = rows.flatMap(({ name }) =>
    name.startsWith(prefix) ? [name.slice(prefix.length)] : [],
  );
  const seeds = await Promise.all(ids.map((id) => openSeedOf(options, id)));
  return seeds.filter((seed) => seed !== null);
}

/** A seed of the realm by its fingerprint; null when the database does not have it. */
export async function openSeedOf(
  { secrets, realm }: Pick<RealmSeedOptions, "secrets" | "realm">,
  seedId: string,
): Promise<Seed | null> {
  const bytes = await secrets.open(nameOf(realm, seedId));
  return bytes === null ? null : toSeed(bytes);
}

/**
 * Adds the seed of a file to the database. The first seed of a realm derives its new wallets; a
 * further one only those that were registered with it.
 * @throws SecretsError when the file is missing, cannot be opened or belongs to another realm
 */
export async function importSeed(
  options: RealmSeedOptions,
  path: string,
): Promise<{ id: string; isCurrent: boolean; isNew: boolean; wallets: number }> {
  const { secrets, claimsIn, realm, keys } = options;
  const seed = readSeedFile(path, keys);
  if (seed === null) throw new SecretsError(`There is no seed file ${path}.`);
  return secrets.exclusively(async (locked, tx) => {
    const claims = claimsIn(tx);
    const owner = (await claims.find()) ?? (await claims.claim(seed.id));
    if (owner === null || (owner !== seed.id && (await claims.isClaimed(seed.id)))) {
      throw new SecretsError(`${path} holds the seed of a realm other than ${realm}.`);
    }
    const isNew = (await locked.open(nameOf(realm, seed.id))) === null;
    if (isNew) await locked.create(nameOf(realm, seed.id), seed.bytes, seed.id);
    const wallets = await claims.countWallets(seed.id);
    return { id: seed.id, isCurrent: owner === seed.id, isNew, wallets };
  });
}

/**
 * Adds the seed files of a realm that no web server has moved into the database yet: for example of
 * the sandbox, after its chains became real.
 * @throws SecretsError as `importSeed`, and for a file that belongs to no realm yet
 */
export async function importLeftFiles(options: RealmSeedOptions): Promise<void> {
  const { folder, realm, keys, claimsIn } = options;
  const path = join(folder, realm, FILE);
  if (existsSync(path)) retire(path, join(folder, realm), (await importSeed(options, path)).id);
  const formerPath = join(folder, FILE);
  const former = readSeedFile(formerPath, keys);
  if (former === null) return;
  const claims = claimsIn(null);
  if ((await claims.find()) === former.id) {
    await importSeed(options, formerPath);
    retire(formerPath, join(folder, realm), former.id);
  } else if (!(await claims.isClaimed(former.id))) {
    throw new SecretsError(
      `${formerPath} belongs to no realm yet. Start Slipway once: it moves the seed into the database.`,
    );
  }
}

/** The realm is a part of the name: a sandbox seed does not decrypt as one of real chains. */
function nameOf(realm: Realm, seedId: string): string {
  return `wallet-seed/${realm}/${seedId}`;
}

async function findStored(
  { realm }: RealmSeedOptions,
  secrets: Pick<LockedSecrets, "open">,
  claims: SeedClaims,
): Promise<Seed | null> {
  const claimed = await claims.find();
  const bytes = claimed === null ? null : await secrets.open(nameOf(realm, claimed));
  return bytes === null ? null : toSeed(bytes);
}

/** Stores the realm's seed: that of a file, or a new one. No other process does so meanwhile. */
async function store(
  options: RealmSeedOptions,
  secrets: LockedSecrets,
  claims: SeedClaims,
): Promise<Seed> {
  const { realm, folder } = options;
  const claimed = await claims.find();
  const { seed: found, path } = await findFile(options, claimed, claims);
  if (claimed !== null && found === null) throw missing(options, claimed);
  if (claimed !== null && found !== null && found.id !== claimed) {
    throw new SecretsError(
      `${path} holds seed ${found.id}, but the managed wallets come from seed ${claimed}, which ` +
        `is not in the database yet. First start the web server whose DATA_DIR has that file: it ` +
        `moves the seed into the database. Nothing was changed.`,
    );
  }
  const seed = found ?? toSeed(randomBytes(SEED_BYTES));
  const owner = claimed ?? (await claims.claim(seed.id));
  if (owner === null) {
    throw new SecretsError(`${path} holds the seed of another realm. Remove it from ${folder}.`);
  }
  // A server of an earlier version does not wait for the lock.
  if (owner !== seed.id) throw missing(options, owner);
  await secrets.create(nameOf(realm, seed.id), seed.bytes, seed.id);
  return seed;
}

function missing({ folder, realm }: RealmSeedOptions, seedId: string): SecretsError {
  return new SecretsError(
    `The managed wallets come from seed ${seedId}, which is not in the database and not in ${join(folder, realm)}. ` +
      `It is in the seed.json of the web server that created it. Start that server first: it moves the seed into the database. ` +
      `Or copy the file here, or run: npm run secrets -- import FILE`,
  );
}

const FILE = "seed.json";
/** The name of a file whose seed is in the database. */
const importedName = (seedId: string) => `seed-${seedId}.imported.json`;

/** The seed file of this server, which an earlier version wrote. */
async function findFile(
  { folder, realm, keys }: RealmSeedOptions,
  claimed: string | null,
  claims: SeedClaims,
): Promise<{ path: string; seed: Seed | null }> {
  const path = join(folder, realm, FILE);
  const own = readSeedFile(path, keys);
  if (own !== null) return { path, seed: own };
  // Versions before realms had one seed, which belongs to the realm that ran at the update.
  const formerPath = join(folder, FILE);
  const former = readSeedFile(formerPath, keys);
  if (former !== null) {
    const isOurs = claimed === null ? !(await claims.isClaimed(former.id)) : claimed === former.id;
    if (isOurs) return { path: formerPath, seed: former };
  }
  if (claimed === null) return { path, seed: null };
  // The database may be a backup from before the import.
  const importedPath = join(folder, realm, importedName(claimed));
  return { path: importedPath, seed: readSeedFile(importedPath, keys) };
}

/**
 * Renames a seed file whose seed the database has.
 * @throws SecretsError when it holds a seed that the database does not have
 */
async function retireFiles(options: RealmSeedOptions, current: Seed): Promise<void> {
  const { folder, realm, keys, claimsIn } = options;
  const path = join(folder, realm, FILE);
  const own = readSeedFile(path, keys);
  if (own !== null && own.id !== current.id && (await openSeedOf(options, own.id)) === null) {
    const claims = claimsIn(null);
    if (await claims.isClaimed(own.id)) {
      throw new SecretsError(`${path} holds the seed of another realm. Remove it from here.`);
    }
    const wallets = await claims.countWallets(own.id);
    throw new SecretsError(
      `${path} holds seed ${own.id}, but the managed wallets of this installation come from seed ${current.id} in the database. ` +
        (wallets === 0
          ? "No wallet is registered with the seed of the file. Keep a copy of the file, move it out of DATA_DIR and start again."
          : `${wallets} wallets are registered with the seed of the file. Add it for them: npm run secrets -- import ${path}`),
    );
  }
  if (own !== null) retire(path, join(folder, realm), own.id);
  const formerPath = join(folder, FILE);
  if (isSeedFileOf(formerPath, keys, current.id))
    retire(formerPath, join(folder, realm), current.id);
}

/** A file that cannot be opened is another realm's, encrypted before a rotation. */
function isSeedFileOf(path: string, keys: WrappingKeys, seedId: string): boolean {
  try {
    return readSeedFile(path, keys)?.id === seedId;
  } catch (error) {
    if (error instanceof SecretsError) return false;
    throw error;
  }
}

function retire(path: string, folder: string, seedId: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    renameSync(path, join(folder, importedName(seedId)));
  } catch (error) {
    // Another process on this machine has just renamed it.
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}
