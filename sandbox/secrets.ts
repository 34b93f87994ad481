import { access } from "node:fs/promises";
import { join } from "node:path";
import { exitWithUsage, readArgs } from "@/lib/commands/read-args";
import { createDatabase, type Executor } from "@/lib/drivers/db/create-database";
import { createSecrets, type Secrets } from "@/lib/drivers/secrets/create-secrets";
import {
  importLeftFiles,
  importSeed,
  type RealmSeedOptions,
} from "@/lib/drivers/secrets/open-realm-seed";
import { SecretsError } from "@/lib/drivers/secrets/secrets-error";
import { readWrappingKeys, type WrappingKeys } from "@/lib/drivers/secrets/wrapping-key";
import { childEnv, type Env, EnvError, readEnv, required } from "@/lib/env";
import { createSecretStore } from "@/lib/features/secrets/store/create-secret-store";
import { createSeedClaims } from "@/lib/features/users/store/create-seed-claims";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { REALMS } from "@/lib/shared/realm";
import { describeSecrets } from "./describe-secrets";
import { onSandbox } from "./on-sandbox";
import { lockDataDir } from "./process/lock-data-dir";
import {
  beginSeedKeyChange,
  endSeedKeyChange,
  type MachineSecrets,
  readSecrets,
} from "./process/machine-secrets";
import { SandboxError } from "./process/sandbox-error";

const USAGE = `Usage: npm run secrets -- show
       npm run secrets -- rotate
       npm run secrets -- import FILE

  show    names, ages and fingerprints of all secrets; no values
  rotate  encrypts the secrets in the database with WALLET_SEED_KEY instead of WALLET_SEED_KEY_PREVIOUS,
          or, where Slipway generated the key, with a new generated one
  import  adds the wallet seed of an earlier version's seed.json to the database`;

/**
 * Shows or changes the secrets of the installation.
 * @param options.args arguments of the command
 * @returns the exit code
 */
export async function manageSecrets(options: { root: string; args: string[] }): Promise<number> {
  const { positionals } = readArgs(
    { args: options.args, allowPositionals: true, options: {} },
    USAGE,
  );
  const [command = "", file, ...rest] = positionals;
  if (!["show", "rotate", "import"].includes(command)) {
    exitWithUsage(USAGE, "The subcommand is missing or unknown.");
  }
  if ((command === "import") !== (file !== undefined) || rest.length > 0) {
    exitWithUsage(USAGE, "Only import takes a file, and it needs one.");
  }
  try {
    const env = readConfiguration();
    const output = await withDatabase(env, options.root, async (databaseUrl, isRunning) => {
      if (command === "show") return show(env, databaseUrl);
      if (command === "rotate") return rotate(env, databaseUrl, isRunning);
      return importFile(env, databaseUrl, file ?? "");
    });
    process.stdout.write(output);
    return 0;
  } catch (error) {
    const isExpected = [EnvError, SandboxError, SecretsError].some((kind) => error instanceof kind);
    if (!isExpected || !(error instanceof Error)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

/** The environment as the supervisor completes it: a chain without an RPC URL is a sandbox. */
function readConfiguration(): Env {
  const env = readEnv(childEnv({}));
  const sandboxes = CHAIN_SLUGS.filter((slug) => env.rpcUrls(slug) === null);
  if (env.SANDBOX_PARTS.length > 0 || sandboxes.length < CHAIN_SLUGS.length) return env;
  return readEnv(childEnv({ SANDBOX_PARTS: sandboxes.join(",") }));
}

/** @param run also receives whether Slipway runs on this data folder; null if unknown */
async function withDatabase<T>(
  env: Env,
  root: string,
  run: (databaseUrl: string, isRunning: boolean | null) => Promise<T>,
): Promise<T> {
  const { DATABASE_URL: configured } = env;
  if (configured !== undefined) return run(configured, null);
  const needed = { database: true, chain: null };
  return onSandbox({ env, root, needed }, (variables, isRunning) =>
    run(variables.DATABASE_URL ?? "", isRunning),
  );
}

async function open<T>(
  databaseUrl: string,
  keys: WrappingKeys,
  run: (secrets: Secrets, db: Executor) => Promise<T>,
): Promise<T> {
  const db = createDatabase({ url: databaseUrl, connectionsMax: 2, onError: () => undefined });
  const now = () => new Date();
  try {
    return await run(createSecrets({ store: createSecretStore(db), keys, now }), db);
  } finally {
    await db.$client.end();
  }
}

/** The secrets of this machine's data folder; null when it has none. */
async function readOwn(env: Env): Promise<MachineSecrets | null> {
  const exists = await access(join(env.dataDir, "secrets.json")).then(
    () => true,
    () => false,
  );
  return exists ? readSecrets(env.dataDir) : null;
}

/** The keys of the environment; a generated one counts as the previous key. */
function keysOf(env: Env, own: MachineSecrets | null): WrappingKeys {
  if (env.WALLET_SEED_KEY === undefined && own !== null) {
    return readWrappingKeys({ current: own.walletSeedKey, previous: own.walletSeedKeyPrevious });
  }
  return readWrappingKeys({
    current: required(env, "WALLET_SEED_KEY"),
    previous: env.WALLET_SEED_KEY_PREVIOUS ?? own?.walletSeedKey,
  });
}

async function show(env: Env, databaseUrl: string): Promise<string> {
  const own = await readOwn(env);
  const keys = keysOf(env, own);
  const stored = await open(databaseUrl, keys, (secrets) => secrets.list());
  return describeSecrets({ env, own, keys, stored, now: new Date() });
}

async function rotate(env: Env, databaseUrl: string, isRunning: boolean | null): Promise<string> {
  const own = await readOwn(env);
  if (env.WALLET_SEED_KEY === undefined && own !== null) {
    return rotateGenerated(env, databaseUrl, isRunning);
  }
  const keys = keysOf(env, own);
  const { rewrapped, unchanged } = await rewrap(env, databaseUrl, keys);
  if (rewrapped.length > 0) {
    return (
      `Encrypted ${rewrapped.length} secrets with WALLET_SEED_KEY, key ${keys.current.id}:\n` +
      `${rewrapped.map((name) => `  ${name}\n`).join("")}` +
      "Set WALLET_SEED_KEY to this key on all web servers, then remove WALLET_SEED_KEY_PREVIOUS.\n" +
      "Keep the previous key as long as you keep backups made with it.\n"
    );
  }
  return (
    `All ${unchanged.length} secrets are encrypted with WALLET_SEED_KEY, key ${keys.current.id}.\n` +
    "To replace the key, set WALLET_SEED_KEY to a new key and WALLET_SEED_KEY_PREVIOUS to the current one.\n"
  );
}

/** Running processes have the generated key in their environment, so they must be stopped. */
async function rotateGenerated(
  env: Env,
  databaseUrl: string,
  isRunning: boolean | null,
): Promise<string> {
  const { dataDir } = env;
  if (isRunning) {
    throw new SandboxError(
      `Slipway is running on ${dataDir} with the generated key. Stop it, then run this again.`,
    );
  }
  const unlock = isRunning === null ? await lockDataDir(dataDir) : null;
  try {
    const own = await beginSeedKeyChange(dataDir);
    const keys = keysOf(env, own);
    const { rewrapped } = await rewrap(env, databaseUrl, keys);
    await endSeedKeyChange(dataDir);
    return `Encrypted ${rewrapped.length} secrets with a new generated key, key ${keys.current.id}, in ${join(dataDir, "secrets.json")}.\n`;
  } finally {
    await unlock?.();
  }
}

/** The previous key may be destroyed afterwards, so seed files that need it are imported first. */
function rewrap(env: Env, databaseUrl: string, keys: WrappingKeys) {
  return open(databaseUrl, keys, async (secrets, db) => {
    for (const realm of REALMS) {
      await importLeftFiles(seedOptions({ ...env, realm }, { secrets, keys, db }));
    }
    return secrets.rotate();
  });
}

function seedOptions(
  { realm, dataDir }: Pick<Env, "realm" | "dataDir">,
  { secrets, keys, db }: { secrets: Secrets; keys: WrappingKeys; db: Executor },
): RealmSeedOptions {
  return {
    secrets,
    keys,
    realm,
    folder: join(dataDir, "wallets"),
    claimsIn: (tx) => createSeedClaims(tx ?? db, () => new Date(), realm),
  };
}

async function importFile(env: Env, databaseUrl: string, path: string): Promise<string> {
  const keys = keysOf(env, await readOwn(env));
  return open(databaseUrl, keys, async (secrets, db) => {
    const seed = await importSeed(seedOptions(env, { secrets, keys, db }), path);
    const state = seed.isNew ? "was added to the database" : "is in the database already";
    const use = seed.isCurrent
      ? "New wallets come from it."
      : `It is used for the ${seed.wallets} wallets that were registered with it.`;
    return `Seed ${seed.id} ${state}. ${use}\n`;
  });
}
