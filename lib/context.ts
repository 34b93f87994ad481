import { createAdminModule } from "./context/admin";
import { createAlertModule } from "./context/alerts";
import { createChainModule } from "./context/chains";
import { openConnections } from "./context/connections";
import { createCore } from "./context/core";
import { createMarketModule } from "./context/market";
import { createMediaModule } from "./context/media";
import { createModerationModule } from "./context/moderation";
import { createNameModule } from "./context/names";
import { createOverviewModule } from "./context/overview";
import { createProofModule } from "./context/proof";
import { createSecretModule } from "./context/secrets";
import { createServingModule } from "./context/serving";
import { createSettingsModule } from "./context/settings";
import { createStorageModule } from "./context/storage";
import { createTransactionModule } from "./context/transactions";
import { createUserModule } from "./context/users";
import { createVideoModule } from "./context/video";
import { createWalletModule } from "./context/wallets";
import { createWebhookModule } from "./context/webhooks";
import { type Env, readEnv, requireAll } from "./env";
import type { VariableName } from "./schemas/environment/environment";

/** Creates the drivers that the environment configures. Connections are opened on first use. */
export function createContext(env: Env) {
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
    // With Privy and without WALLET_SEED_KEY, a generated session secret could not be encrypted, so
    // the operator sets one.
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

/**
 * All modules of a process. Only servers use it as a whole. A use case declares its dependencies:
 * `Pick<ServiceContext, "market" | "clock">`.
 */
export type ServiceContext = ReturnType<typeof createContext>;
