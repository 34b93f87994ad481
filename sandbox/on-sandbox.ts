import { access } from "node:fs/promises";
import { join } from "node:path";
import { childEnv, type Env } from "@/lib/env";
import { type ChainSlug, chainVariable } from "@/lib/shared/chains";
import { runMigrations } from "./parts/run-migrations";
import { Shutdown } from "./parts/shutdown";
import { startSandboxChain } from "./parts/start-chains";
import { startDatabase } from "./parts/start-database";
import { postgresUrl } from "./postgres/start-postgres";
import type { Variables } from "./prepare";
import { DataDirInUseError, lockDataDir } from "./process/lock-data-dir";
import { readSecrets } from "./process/machine-secrets";
import { endOrphans } from "./process/pid-files";
import { PortMemory } from "./process/port-memory";
import { SandboxError } from "./process/sandbox-error";
import { Terminal } from "./process/terminal";

/** Parts of a sandbox that a command needs. */
export type Needed = { database: boolean; chain: ChainSlug | null };

/**
 * Runs a command on the parts of a sandbox: the running ones, or, while the sandbox is down, on those
 * that it needs, started for the duration of the command.
 * @param run receives the variables with their addresses, and whether the sandbox runs
 * @throws SandboxError without stored data
 */
export async function onSandbox<T>(
  options: { env: Env; needed: Needed; root: string },
  run: (variables: Variables, isRunning: boolean) => Promise<T>,
): Promise<T> {
  const { env, needed } = options;
  const { dataDir } = env;
  await access(join(dataDir, "secrets.json")).catch(() => {
    throw new SandboxError(`No data in ${dataDir}. Start Slipway there first.`);
  });
  let unlock: () => Promise<void>;
  try {
    unlock = await lockDataDir(dataDir);
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    return run(await findRunning(dataDir, needed), true);
  }
  const shutdown = new Shutdown();
  try {
    const variables = await startNeededParts(env, needed, { ...options, unlock, shutdown });
    return await run(variables, false);
  } finally {
    await shutdown.run();
    await unlock();
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
    ...(chain === null
      ? {}
      : { [chainVariable("RPC_URL", chain)]: `http://127.0.0.1:${portOf(chain)}` }),
  };
}

/** Starts the needed parts of a stopped sandbox, whose data folder the caller has locked. */
export async function startNeededParts(
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
    variables[chainVariable("RPC_URL", chain)] = await startSandboxChain(prepared, shutdown, chain);
  }
  await prepared.ports.save();
  return variables;
}
