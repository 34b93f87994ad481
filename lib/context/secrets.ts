import { createHmac } from "node:crypto";
import { compareVariables } from "@/lib/drivers/secrets/compare-variables";
import { createSecrets, type Secrets } from "@/lib/drivers/secrets/create-secrets";
import { newSecretText, SESSION_SECRET } from "@/lib/drivers/secrets/secret-names";
import { readWrappingKeys, type WrappingKeys } from "@/lib/drivers/secrets/wrapping-key";
import { required } from "@/lib/env";
import { createSecretStore } from "@/lib/features/secrets/store/create-secret-store";
import { memoizeAsync } from "@/lib/support/memoize-async";
import type { Connections } from "./connections";
import type { Core } from "./core";

export type SecretModule = {
  /**
   * Warns when this server has other shared variables than the one that started before.
   * @throws SecretsError when the key is another one
   */
  compareVariables(): Promise<void>;
};

export function createSecretModule(
  core: Pick<Core, "env" | "clock" | "log">,
  connections: Connections,
): SecretModule {
  const { env, clock, log } = core;
  return {
    async compareVariables() {
      // With Privy there may be no key.
      if (env.WALLET_SEED_KEY === undefined) return;
      const { secrets } = openSharedSecrets(core, connections);
      const { names, since } = await compareVariables({
        secrets,
        variables: env,
        now: clock.now(),
      });
      if (names.length === 0) return;
      log.warn(
        { names, since },
        "these variables differ from those of another web server; set them to the same values everywhere",
      );
    },
  };
}

/** Secrets that all processes of an installation share. */
export type SharedSecrets = { secrets: Secrets; keys: WrappingKeys };

/** @throws EnvError without `WALLET_SEED_KEY` */
export function openSharedSecrets(
  { env, clock }: Pick<Core, "env" | "clock">,
  { db }: Connections,
): SharedSecrets {
  const keys = readWrappingKeys({
    current: required(env, "WALLET_SEED_KEY"),
    previous: env.WALLET_SEED_KEY_PREVIOUS,
  });
  return { secrets: createSecrets({ store: createSecretStore(db), keys, now: clock.now }), keys };
}

/**
 * A secret for one purpose, derived from the session secret: text of 256 bits in base64url. Nothing
 * that one purpose signs or encrypts is valid for another.
 * @throws EnvError with neither `NEXTAUTH_SECRET` nor `WALLET_SEED_KEY`
 */
export function derivedSecret(
  core: Pick<Core, "env" | "clock">,
  connections: Connections,
  purpose: string,
): () => Promise<string> {
  const openSessionSecret = sessionSecretOf(core, connections);
  return memoizeAsync(async () =>
    createHmac("sha256", await openSessionSecret())
      .update(purpose)
      .digest("base64url"),
  );
}

/** The operator's session secret, or the one that the installation generated. */
function sessionSecretOf(
  core: Pick<Core, "env" | "clock">,
  connections: Connections,
): () => Promise<string> {
  const { NEXTAUTH_SECRET: configured, WALLET_SEED_KEY: key } = core.env;
  if (configured !== undefined) return async () => configured;
  // With Privy there may be no key that could encrypt a generated secret.
  if (key === undefined) required(core.env, "NEXTAUTH_SECRET");
  const { secrets } = openSharedSecrets(core, connections);
  return async () => (await secrets.openOrCreate(SESSION_SECRET, newSecretText)).toString("utf8");
}
