import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createEmbeddedIpfs } from "@/lib/drivers/ipfs/embedded";
import { SecretsError } from "@/lib/drivers/secrets/secrets-error";
import { createStorage } from "@/lib/drivers/storage/create-storage";
import type { SandboxPart } from "@/lib/schemas/environment/environment";
import { CHAIN_SLUGS, chainVariable } from "@/lib/shared/chains";
import { type EngineSecrets, openEngineSecrets, seedKeysOf } from "./parts/open-engine-secrets";
import { runMigrations } from "./parts/run-migrations";
import type { Shutdown } from "./parts/shutdown";
import { serverWalletKey, startSandboxChain } from "./parts/start-chains";
import { answers, startChild } from "./parts/start-child";
import { startDatabase } from "./parts/start-database";
import type { PreparedStart, Variables } from "./prepare";
import { freePort } from "./process/free-port";
import type { ManagedChild } from "./process/managed-child";
import { startAgain } from "./process/start-again";

/**
 * The same as `npm run start:web`: lists create so much short-lived data that a nursery of the
 * default size spends a fifth of the CPU on garbage collection.
 */
const WEB_NODE_OPTIONS = ["--max-semi-space-size=32"];

export type RunningParts = {
  /** Child processes by the name of their bundle. */
  children: Map<string, ManagedChild>;
  /** Variables that the supervisor adds to the app's environment. */
  variables: Variables;
  embedded: SandboxPart[];
  jobsUrl: string | null;
};

/** The parts without a configured real service. */
export function embeddedParts({ env }: Pick<PreparedStart, "env">): SandboxPart[] {
  const chains = CHAIN_SLUGS.filter((slug) => env.rpcUrls(slug) === null);
  return [
    ...(env.DATABASE_URL === undefined ? (["database"] as const) : []),
    ...((env.REDIS_URL ?? env.UPSTASH_REDIS_REST_URL) === undefined ? (["store"] as const) : []),
    ...(env.INNGEST_SIGNING_KEY === undefined ? (["jobs"] as const) : []),
    ...chains,
  ];
}

async function portOf(prepared: PreparedStart, part: string): Promise<number> {
  const port = await freePort(prepared.ports.get(part));
  prepared.ports.set(part, port);
  return port;
}

/**
 * Starts every embedded part, then the indexer and the web server, with the variables that a
 * production deployment would set.
 * @param webBuilt settles when the web server's build exists
 */
export async function startParts(
  prepared: PreparedStart,
  shutdown: Shutdown,
  webBuilt: Promise<void>,
): Promise<RunningParts> {
  const { env, secrets } = prepared;
  const embedded = embeddedParts(prepared);
  const has = (part: SandboxPart) => embedded.includes(part);
  const children = new Map<string, ManagedChild>();
  const seedKeys = seedKeysOf(prepared);
  const variables: Variables = {
    SANDBOX_PARTS: embedded.join(","),
    SERVER_WALLET_PRIVATE_KEY: serverWalletKey(prepared),
    WALLET_SEED_KEY: seedKeys.current,
    ...(seedKeys.previous === undefined ? {} : { WALLET_SEED_KEY_PREVIOUS: seedKeys.previous }),
    SANDBOX_OUTBOX_KEY: secrets.outboxKey,
    ...(prepared.flags.demo ? { RATE_LIMIT_EXEMPT: demoExempt(prepared) } : {}),
  };

  const database = async (): Promise<EngineSecrets> => {
    if (has("database")) variables.DATABASE_URL = await startDatabase(prepared, shutdown);
    const url = variables.DATABASE_URL ?? env.DATABASE_URL ?? "";
    const again = { terminal: prepared.terminal, isStopping: () => shutdown.isStopping };
    const migrate = () => runMigrations(prepared, url);
    await startAgain({ ...again, name: "migrate", start: migrate });
    return startAgain({
      ...again,
      name: "database",
      start: () => openEngineSecrets(prepared, url),
      isFinal: (error) => error instanceof SecretsError,
    });
  };
  const store = async () => {
    if (!has("store")) return;
    const port = await portOf(prepared, "store");
    variables.REDIS_URL = `redis://:${secrets.storeToken}@127.0.0.1:${port}`;
    const child = await startChild(prepared, shutdown, {
      name: "store",
      bundle: "store",
      order: "store",
      variables: { REDIS_URL: variables.REDIS_URL },
      isReady: "message",
      describe: `ready (rate limits, 127.0.0.1:${port})`,
    });
    children.set("store", child);
  };
  const chains = CHAIN_SLUGS.filter(has).map(async (slug) => {
    variables[chainVariable("RPC_URL", slug)] = await startSandboxChain(prepared, shutdown, slug);
    variables.SANDBOX_FAUCET_TOKEN = secrets.faucetToken;
  });
  const shared = database();
  await allOrFirstError([
    shared.then(() => undefined),
    store(),
    storeExampleImage(prepared),
    ...chains,
  ]);
  const jobsUrl = has("jobs") ? await configureJobs(prepared, variables, await shared) : null;
  await prepared.ports.save();
  const app = async () => {
    await webBuilt;
    await startWeb(prepared, shutdown, variables, children);
    // Last, because the engine starts by requesting the app's functions.
    if (has("jobs")) await startEngine(prepared, shutdown, variables, children);
  };
  await allOrFirstError([startIndexer(prepared, shutdown, variables, children), app()]);
  return { children, variables, embedded, jobsUrl };
}

/**
 * Like Promise.all, but waits for the other jobs before it throws, so that nothing starts
 * afterwards.
 */
async function allOrFirstError(jobs: Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(jobs);
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

/** The demo exceeds a user's launch limits. */
function demoExempt({ env }: PreparedStart): string {
  return [...env.RATE_LIMIT_EXEMPT, "127.0.0.1/32", "::1/128"].join(",");
}

/** Sets the job engine's address for the app. Returns the URL of its page. */
async function configureJobs(
  prepared: PreparedStart,
  variables: Variables,
  { engineSigningKey, engineEventKey }: EngineSecrets,
): Promise<string> {
  const url = `http://127.0.0.1:${await portOf(prepared, "engine")}`;
  variables.INNGEST_BASE_URL = url;
  variables.INNGEST_SERVE_ORIGIN = prepared.env.ownUrl;
  variables.INNGEST_SIGNING_KEY = engineSigningKey;
  variables.INNGEST_EVENT_KEY = engineEventKey;
  return `${url}/jobs`;
}

async function startEngine(
  prepared: PreparedStart,
  shutdown: Shutdown,
  variables: Variables,
  children: Map<string, ManagedChild>,
): Promise<void> {
  const port = prepared.ports.get("engine");
  const child = await startChild(prepared, shutdown, {
    name: "engine",
    bundle: "engine",
    order: "engine",
    variables: {
      ...variables,
      ENGINE_PORT: String(port),
      ENGINE_APP_URL: `${prepared.env.ownUrl}/api/inngest`,
    },
    isReady: () => answers(`http://127.0.0.1:${port}/health`),
    describe: `ready (jobs, 127.0.0.1:${port})`,
  });
  children.set("engine", child);
}

async function startIndexer(
  prepared: PreparedStart,
  shutdown: Shutdown,
  variables: Variables,
  children: Map<string, ManagedChild>,
): Promise<void> {
  const child = await startChild(prepared, shutdown, {
    name: "indexer",
    bundle: "indexer",
    order: "app",
    variables,
    isReady: "message",
    describe: "ready",
  });
  children.set("indexer", child);
}

async function startWeb(
  prepared: PreparedStart,
  shutdown: Shutdown,
  variables: Variables,
  children: Map<string, ManagedChild>,
): Promise<void> {
  const url = prepared.env.ownUrl;
  const child = await startChild(prepared, shutdown, {
    name: "web",
    bundle: "server",
    nodeOptions: WEB_NODE_OPTIONS,
    order: "app",
    // No load balancer; and the stop must take less than five seconds.
    variables: { ...variables, SHUTDOWN_DELAY_MS: "0" },
    isReady: () => answers(`${url}/livez`),
    describe: `ready (port ${prepared.env.PORT})`,
  });
  children.set("server", child);
}

/** Stores the image of the documented example launch, so that it is available at once. */
async function storeExampleImage({ env, root }: PreparedStart): Promise<void> {
  const picture = await readFile(join(root, "sandbox", "example-image.png"));
  await createEmbeddedIpfs(createStorage(env.storage)).add(picture);
}
