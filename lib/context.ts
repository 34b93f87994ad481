import { type AdminModule, createAdminModule } from "./context/admin";
import { type AlertModule, createAlertModule } from "./context/alerts";
import { type ChainModule, createChainModule } from "./context/chains";
import { openConnections } from "./context/connections";
import { type Core, createCore } from "./context/core";
import { createMarketModule, type MarketModule } from "./context/market";
import { createMediaModule, type MediaModule } from "./context/media";
import { createModerationModule, type ModerationModule } from "./context/moderation";
import { createNameModule, type NameModule } from "./context/names";
import { createOverviewModule, type OverviewModule } from "./context/overview";
import { createProofModule, type ProofModule } from "./context/proof";
import { createSecretModule, type SecretModule } from "./context/secrets";
import { createServingModule, type ServingModule } from "./context/serving";
import { createSettingsModule, type SettingsModule } from "./context/settings";
import { createStorageModule, type StorageModule } from "./context/storage";
import { createTransactionModule, type TransactionModule } from "./context/transactions";
import { createUserModule, type UserModule } from "./context/users";
import { createVideoModule, type VideoModule } from "./context/video";
import { createWalletModule, type WalletModule } from "./context/wallets";
import { createWebhookModule, type WebhookModule } from "./context/webhooks";
import { type Env, readEnv, requireAll } from "./env";
import type { VariableName } from "./schemas/environment/environment";

/**
 * All modules of a process. Only servers use it as a whole. A use case declares its dependencies:
 * `Pick<ServiceContext, "market" | "clock">`.
 */
export type ServiceContext = Core &
  ChainModule &
  TransactionModule &
  ModerationModule &
  MarketModule &
  NameModule &
  SecretModule &
  UserModule &
  AdminModule &
  SettingsModule &
  OverviewModule &
  ProofModule &
  WalletModule &
  StorageModule &
  MediaModule &
  VideoModule &
  WebhookModule &
  ServingModule &
  AlertModule;

/** Creates the drivers that the environment configures. Connections are opened on first use. */
export function createContext(env: Env): ServiceContext {
  requireAll(env, requiredOf(env));
  const core = createCore(env);
  const connections = openConnections(core);
  const storage = createStorageModule(core, connections);
  const moderation = createModerationModule(core, connections);
  const users = createUserModule(core, connections);
  return {
    ...core,
    ...createChainModule(core, connections),
    ...createTransactionModule(core, connections),
    ...moderation,
    ...createMarketModule(core, connections, moderation),
    ...createNameModule(core),
    ...createSecretModule(core, connections),
    ...users,
    ...createAdminModule(core, connections),
    ...createSettingsModule(core, connections),
    ...createOverviewModule(core, connections),
    ...createProofModule(core, connections),
    ...createWalletModule(core, connections),
    ...storage,
    ...createMediaModule(core, connections, storage),
    ...createVideoModule(core, connections, storage),
    ...createWebhookModule(core, connections),
    ...createServingModule(core, connections),
    ...createAlertModule(core, connections, users.mailer),
  };
}

/** The variables without which a web server cannot run; modules read them one by one. */
function requiredOf(env: Env): VariableName[] {
  return [
    "DATABASE_URL" as const,
    env.UPSTASH_REDIS_REST_URL === undefined ? ("REDIS_URL" as const) : [],
    "INNGEST_EVENT_KEY" as const,
    "INNGEST_SIGNING_KEY" as const,
    "SERVER_WALLET_PRIVATE_KEY" as const,
    env.PRIVY_APP_ID === undefined ? ("WALLET_SEED_KEY" as const) : [],
    // Without a key for the secrets in the database.
    env.PRIVY_APP_ID !== undefined && env.WALLET_SEED_KEY === undefined
      ? ("NEXTAUTH_SECRET" as const)
      : [],
  ].flat();
}

let shared: ServiceContext | null = null;

/** The context of this process, created on first use. */
export function getContext(): ServiceContext {
  shared ??= createContext(readEnv());
  return shared;
}
