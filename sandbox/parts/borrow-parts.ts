import { access } from "node:fs/promises";
import { join } from "node:path";
import { childEnv, type Env } from "@/lib/env";
import type { ChainSlug } from "@/lib/shared/chains";
import { postgresUrl } from "../postgres/start-postgres";
import type { Variables } from "../prepare";
import { DataDirInUseError, lockDataDir } from "../process/lock-data-dir";
import { endOrphans } from "../process/pid-files";
import { PortMemory } from "../process/port-memory";
import { readSecrets } from "../process/read-secrets";
import { SandboxError } from "../process/sandbox-error";
import { Terminal } from "../process/terminal";
import { RPC_VARIABLE } from "../start-parts";
import { runMigrations } from "./run-migrations";
import { Shutdown } from "./shutdown";
import { startSandboxChain } from "./start-chains";
import { startDatabase } from "./start-database";

/** The embedded parts that a command needs. */
export type Needed = { database: boolean; chain: ChainSlug | null };

export type BorrowedParts = {
  /** The variables that a production deployment would set for these parts. */
  variables: Variables;
  /** Whether the command started them, so that nothing else uses them. */
  isOwn: boolean;
  /** Stops what the command started. */
  release(): Promise<void>;
};

/**
 * The embedded parts for a command: the running ones, or, while the sandbox is down, parts that are
 * started for the duration of the command.
 * @throws SandboxError when the data folder has no data
 */
export async function borrowParts(
  env: Env,
  needed: Needed,
  { root }: { root: string },
): Promise<BorrowedParts> {
  const { dataDir } = env;
  await access(join(dataDir, "secrets.json")).catch(() => {
    throw new SandboxError(`No data in ${dataDir}. Start Slipway there first.`);
  });
  let unlock: () => Promise<void>;
  try {
    unlock = await lockDataDir(dataDir);
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    const variables = await findRunning(dataDir, needed);
    return { variables, isOwn: false, release: async () => undefined };
  }
  return startOwnParts(env, needed, { root, unlock });
}

/** Starts the parts of a data folder that this process has locked; `release` unlocks it. */
export async function startOwnParts(
  env: Env,
  needed: Needed,
  { root, unlock }: { root: string; unlock: () => Promise<void> },
): Promise<BorrowedParts> {
  const shutdown = new Shutdown();
  const release = async () => {
    await shutdown.run();
    await unlock();
  };
  try {
    const variables = await startNeededParts(env, needed, { root, unlock, shutdown });
    return { variables, isOwn: true, release };
  } catch (error) {
    await release();
    throw error;
  }
}

function partsOf({ database, chain }: Needed): string {
  return [...(database ? ["database"] : []), ...(chain === null ? [] : [chain])].join(",");
}

/** The addresses of a running sandbox's parts. */
async function findRunning(dataDir: string, needed: Needed): Promise<Variables> {
  const [secrets, ports] = await Promise.all([readSecrets(dataDir), PortMemory.open(dataDir)]);
  const portOf = (part: string) => {
    const port = ports.get(part);
    if (port === undefined)
      throw new SandboxError("Slipway is still starting. Try again in a moment.");
    return port;
  };
  const { database, chain } = needed;
  return {
    SANDBOX_PARTS: partsOf(needed),
    ...(database
      ? { DATABASE_URL: postgresUrl(portOf("database"), secrets.postgresPassword) }
      : {}),
    ...(chain === null ? {} : { [RPC_VARIABLE[chain]]: `http://127.0.0.1:${portOf(chain)}` }),
  };
}

async function startNeededParts(
  env: Env,
  needed: Needed,
  { root, unlock, shutdown }: { root: string; unlock: () => Promise<void>; shutdown: Shutdown },
): Promise<Variables> {
  const { dataDir } = env;
  await endOrphans(dataDir);
  const prepared = {
    env,
    root,
    unlock,
    flags: { dev: false, demo: false, minutes: null, seed: null },
    secrets: await readSecrets(dataDir),
    ports: await PortMemory.open(dataDir),
    terminal: new Terminal(join(dataDir, "logs"), "warn"),
    envOf: (values: Variables) => childEnv(values),
  };
  const { database, chain } = needed;
  const variables: Variables = { SANDBOX_PARTS: partsOf(needed) };
  if (database) {
    variables.DATABASE_URL = await startDatabase(prepared, shutdown);
    await runMigrations(prepared, variables.DATABASE_URL);
  }
  if (chain !== null) {
    variables[RPC_VARIABLE[chain]] = await startSandboxChain(prepared, shutdown, chain);
  }
  await prepared.ports.save();
  return variables;
}
