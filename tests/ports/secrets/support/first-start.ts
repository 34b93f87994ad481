import { createDatabase } from "@/lib/drivers/db/create-database";
import { createSecrets } from "@/lib/drivers/secrets/create-secrets";
import { openRealmSeed } from "@/lib/drivers/secrets/open-realm-seed";
import { newSecretText, SESSION_SECRET } from "@/lib/drivers/secrets/secret-names";
import { readWrappingKeys } from "@/lib/drivers/secrets/wrapping-key";
import { readEnv, required } from "@/lib/env";
import { createSecretStore } from "@/lib/features/secrets/store/create-secret-store";
import { createSeedClaims } from "@/lib/features/users/store/create-seed-claims";

/**
 * A process that starts for the first time: waits for a line, opens its secrets like a web server,
 * and prints them.
 */
const env = readEnv();
const db = createDatabase({
  url: required(env, "DATABASE_URL"),
  connectionsMax: 4,
  onError: () => undefined,
});
const keys = readWrappingKeys({ current: required(env, "WALLET_SEED_KEY"), previous: undefined });
const now = () => new Date();
const secrets = createSecrets({ store: createSecretStore(db), keys, now });
await secrets.list();
process.stdout.write("waiting\n");
process.stdin.once("data", async () => {
  const [seed, session] = await Promise.all([
    openRealmSeed({
      secrets,
      keys,
      claimsIn: (tx) => createSeedClaims(tx ?? db, now, "live"),
      folder: env.dataDir,
      realm: "live",
    }),
    secrets.openOrCreate(SESSION_SECRET, newSecretText),
  ]);
  process.stdout.write(`${Buffer.from(seed.bytes).toString("hex")} ${session}\n`, () =>
    process.exit(0),
  );
});
