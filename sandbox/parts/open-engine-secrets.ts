import { createDatabase } from "@/lib/drivers/db/create-database";
import { createSecrets } from "@/lib/drivers/secrets/create-secrets";
import {
  ENGINE_EVENT_KEY,
  ENGINE_SIGNING_KEY,
  newSecretText,
  SESSION_SECRET,
} from "@/lib/drivers/secrets/secret-names";
import { readWrappingKeys } from "@/lib/drivers/secrets/wrapping-key";
import { createSecretStore } from "@/lib/features/secrets/store/create-secret-store";
import type { PreparedStart } from "../prepare";
import { removeMovedSecrets } from "../process/machine-secrets";

/** Secrets of the embedded job engine, which all machines of the installation share. */
export type EngineSecrets = { engineSigningKey: string; engineEventKey: string };

/** The key that encrypts the secrets in the database: the operator's, or the generated one. */
export function seedKeysOf({ env, secrets }: Pick<PreparedStart, "env" | "secrets">): {
  current: string;
  previous: string | undefined;
} {
  if (env.WALLET_SEED_KEY === undefined) {
    return { current: secrets.walletSeedKey, previous: secrets.walletSeedKeyPrevious };
  }
  return { current: env.WALLET_SEED_KEY, previous: env.WALLET_SEED_KEY_PREVIOUS };
}

/**
 * Opens the secrets of the job engine, or creates them on the first start of the installation.
 * Secrets that an earlier version generated on this machine are moved into the database.
 * @throws SecretsError when this machine's key does not open them
 */
export async function openEngineSecrets(
  prepared: Pick<PreparedStart, "env" | "secrets" | "terminal">,
  databaseUrl: string,
): Promise<EngineSecrets> {
  const { env, secrets: own, terminal } = prepared;
  const db = createDatabase({
    url: databaseUrl,
    connectionsMax: 1,
    onError: (error) => terminal.report("database", "warn", error.message),
  });
  try {
    const keys = readWrappingKeys(seedKeysOf(prepared));
    const shared = createSecrets({ store: createSecretStore(db), keys, now: () => new Date() });
    const open = async (name: string, create: () => Buffer) =>
      (await shared.openOrCreate(name, create)).toString("utf8");
    const { sessionSecret, inngestSigningKey, inngestEventKey } = own;
    if (sessionSecret !== undefined) await open(SESSION_SECRET, () => Buffer.from(sessionSecret));
    const engine = {
      engineSigningKey: await open(ENGINE_SIGNING_KEY, () =>
        Buffer.from(inngestSigningKey ?? `signkey-local-${newSecretText().toString("utf8")}`),
      ),
      engineEventKey: await open(ENGINE_EVENT_KEY, () =>
        inngestEventKey === undefined ? newSecretText() : Buffer.from(inngestEventKey),
      ),
    };
    await removeMovedSecrets(env.dataDir);
    return engine;
  } finally {
    await db.$client.end();
  }
}
