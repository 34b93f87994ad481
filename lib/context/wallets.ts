import { join } from "node:path";
import { createIdentityDirectory } from "@/lib/drivers/identities/create-identity-directory";
import { createHdWalletProvider } from "@/lib/drivers/wallets/hd-wallet-provider";
import { openRealmSeed, WalletSeedError } from "@/lib/drivers/wallets/open-realm-seed";
import {
  createPrivyWalletProvider,
  privyAccount,
} from "@/lib/drivers/wallets/privy-wallet-provider";
import type { Seed } from "@/lib/drivers/wallets/seed-file";
import type { WalletProvider } from "@/lib/drivers/wallets/wallet-provider";
import { createProviderWallets } from "@/lib/features/users/store/create-provider-wallets";
import { createSeedClaims } from "@/lib/features/users/store/create-seed-claims";
import { createWalletOwners } from "@/lib/features/users/store/create-wallet-owners";
import { createWalletRegistry } from "@/lib/features/users/store/create-wallet-registry";
import { managedWallets, providerWallets } from "@/lib/features/users/store/wallet-tables";
import { type Env, required } from "../env";
import type { Connections } from "./connections";
import type { Core } from "./core";

/** Managed wallets of users. */
export type WalletModule = {
  wallets: WalletProvider;
  /**
   * Checks that this server creates the wallets of its realm.
   * @throws WalletSeedError
   */
  openWallets(): Promise<void>;
};

/** Uses Privy if configured, otherwise wallets derived from a seed of this installation. */
export function createWalletModule(
  { env, clock }: Pick<Core, "env" | "clock">,
  connections: Connections,
): WalletModule {
  const { PRIVY_APP_ID: appId } = env;
  if (appId === undefined) return createSeedWallets(env, connections, clock.now);
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
    directory: createIdentityDirectory({
      xBearerToken: env.X_BEARER_TOKEN ?? null,
      xApiUrl: env.X_API_URL,
      farcasterNamesUrl: env.FARCASTER_NAMES_URL,
    }),
    book: walletStore,
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
        `The Privy app ${appId} has wallets of ${realm === "live" ? "the sandbox" : "real chains"}. Create another app: what a sandbox signs is good on the real chain.`,
      );
    },
  };
}

function createSeedWallets(env: Env, { db }: Connections, now: () => Date): WalletModule {
  const { realm } = env;
  const key = Buffer.from(required(env, "WALLET_SEED_KEY").slice(2), "hex");
  const claims = createSeedClaims(db, now, realm);
  const folder = join(env.dataDir, "wallets");
  let seed: Promise<Seed> | null = null;
  // Opened once; after a failure the next call tries again.
  const openSeed = () => {
    seed ??= openRealmSeed({ folder, realm, key, claims }).catch((error: unknown) => {
      seed = null;
      throw error;
    });
    return seed;
  };
  return {
    wallets: createHdWalletProvider(
      openSeed,
      createWalletRegistry(db, now, realm),
      createWalletOwners(db, managedWallets, now, realm),
    ),
    openWallets: async () => void (await openSeed()),
  };
}
