import { join } from "node:path";
import type { Executor } from "@/lib/drivers/db/create-database";
import { createIdentityDirectory } from "@/lib/drivers/identities/create-identity-directory";
import { openRealmSeed, openSeedOf, openSeedsOf } from "@/lib/drivers/secrets/open-realm-seed";
import type { Seed } from "@/lib/drivers/secrets/seed-file";
import { createHdWalletProvider } from "@/lib/drivers/wallets/hd-wallet-provider";
import type { LookUpPerson } from "@/lib/drivers/wallets/look-up-person";
import {
  createPrivyWalletProvider,
  privyAccount,
} from "@/lib/drivers/wallets/privy-wallet-provider";
import type { WalletProvider } from "@/lib/drivers/wallets/wallet-provider";
import { WalletSeedError } from "@/lib/drivers/wallets/wallet-seed-error";
import { type Env, required } from "@/lib/env";
import { usernameLookup } from "@/lib/features/users/rules/username-lookup";
import { createProviderWallets } from "@/lib/features/users/store/create-provider-wallets";
import { createSeedClaims } from "@/lib/features/users/store/create-seed-claims";
import { createWalletOwners } from "@/lib/features/users/store/create-wallet-owners";
import { createWalletRegistry } from "@/lib/features/users/store/create-wallet-registry";
import { managedWallets, providerWallets } from "@/lib/features/users/store/wallet-tables";
import { memoizeAsync } from "@/lib/support/memoize-async";
import type { Connections } from "./connections";
import type { Core } from "./core";
import { openSharedSecrets } from "./secrets";

/** Managed wallets of users. */
export type WalletModule = {
  wallets: WalletProvider;
  /**
   * Checks that this server creates the wallets of its realm.
   * @throws SecretsError, WalletSeedError
   */
  openWallets(): Promise<void>;
};

/** Uses Privy if configured, otherwise wallets derived from the seed of this installation. */
export function createWalletModule(
  { env, clock }: Pick<Core, "env" | "clock">,
  connections: Connections,
): WalletModule {
  const { PRIVY_APP_ID: appId } = env;
  if (appId === undefined) return createSeedWallets({ env, clock }, connections);
  return createPrivyWallets(env, appId, connections, clock.now);
}

function createPrivyWallets(
  env: Env,
  appId: string,
  { db }: Connections,
  now: () => Date,
): WalletModule {
  const { realm, PRIVY_AUTHORIZATION_KEY: authorizationKey } = env;
  const walletStore = createProviderWallets(db, now, realm);
  const wallets = createPrivyWalletProvider({
    appId,
    appSecret: required(env, "PRIVY_APP_SECRET"),
    apiUrl: env.PRIVY_API_URL,
    directory: createDirectory(env),
    wallets: walletStore,
    owners: createWalletOwners(db, providerWallets, now, realm),
    signing:
      authorizationKey === undefined
        ? null
        : { authorizationKey, signerId: required(env, "PRIVY_SIGNER_ID") },
  });
  return {
    wallets,
    async openWallets() {
      if (!(await walletStore.isElsewhere(privyAccount(appId)))) return;
      throw new WalletSeedError(
        `The Privy app ${appId} has wallets of ${realm === "live" ? "the sandbox" : "real chains"}. Create another app: what a sandbox signs is valid on the real chain.`,
      );
    },
  };
}

function createSeedWallets(
  core: Pick<Core, "env" | "clock">,
  connections: Connections,
): WalletModule {
  const { env, clock } = core;
  const { realm } = env;
  const { db } = connections;
  const options = {
    ...openSharedSecrets(core, connections),
    claimsIn: (tx: Executor | null) => createSeedClaims(tx ?? db, clock.now, realm),
    folder: join(env.dataDir, "wallets"),
    realm,
  };
  const others = new Map<string, Seed>();
  const seeds = {
    current: memoizeAsync(async () => {
      const seed = await openRealmSeed(options);
      // All of them at the start, so that this server needs its key only once.
      for (const one of await openSeedsOf(options)) others.set(one.id, one);
      return seed;
    }),
    async find(seedId: string) {
      const seed = others.get(seedId) ?? (await openSeedOf(options, seedId));
      if (seed !== null) others.set(seedId, seed);
      return seed;
    },
  };
  return {
    wallets: createHdWalletProvider(
      seeds,
      createWalletRegistry(db, clock.now, realm),
      createWalletOwners(db, managedWallets, clock.now, realm),
      createLookUp(env),
    ),
    openWallets: async () => void (await seeds.current()),
  };
}

function createDirectory(env: Env) {
  return createIdentityDirectory({
    xBearerToken: env.X_BEARER_TOKEN ?? null,
    xApiUrl: env.X_API_URL,
    farcasterNamesUrl: env.FARCASTER_NAMES_URL,
  });
}

/** Looks up the owners of usernames that this server can look up: an empty `.env` works offline. */
function createLookUp(env: Env): LookUpPerson {
  const directory = createDirectory(env);
  const isLookedUp = usernameLookup(env);
  return async ({ type, id }, beforeLookup) => {
    if (type === "email" || !isLookedUp[type]) return null;
    if (type === "twitter") {
      const { subject, lookedUpAt } = await directory.findXUser(id, beforeLookup);
      return { type, stableId: subject, lookedUpAt };
    }
    const { fid, lookedUpAt } = await directory.findFarcasterUser(id, beforeLookup);
    return { type, stableId: `${fid}`, lookedUpAt };
  };
}
