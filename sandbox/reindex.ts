import { spawn } from "node:child_process";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { childEnv, type Env, EnvError, readEnv } from "@/lib/env";
import { type ChainSlug, isChainSlug } from "@/lib/shared/chains";
import { runMigrations } from "./parts/run-migrations";
import { Shutdown } from "./parts/shutdown";
import { startSandboxChain } from "./parts/start-chains";
import { startDatabase } from "./parts/start-database";
import { postgresUrl } from "./postgres/start-postgres";
import type { Variables } from "./prepare";
import { DataDirInUseError, lockDataDir } from "./process/lock-data-dir";
import { endOrphans } from "./process/pid-files";
import { PortMemory } from "./process/port-memory";
import { readSecrets } from "./process/read-secrets";
import { SandboxError } from "./process/sandbox-error";
import { Terminal } from "./process/terminal";
import { RPC_VARIABLE } from "./start-parts";

type Needed = { database: boolean; chain: ChainSlug | null };

/**
 * Rebuilds a chain's rows next to the live ones. Parts without a real service are the sandbox's:
 * the running ones, or, while the sandbox is down, its database and that chain alone, for the
 * duration of the command.
 * @param options.args arguments of the command
 * @returns the exit code
 */
export async function reindex(options: { root: string; args: string[] }): Promise<number> {
  try {
    const env = readEnv(childEnv({}));
    const needed = neededParts(env, options.args);
    if (!needed.database && needed.chain === null) return await run(options, {});
    return await runOnSandbox(env, needed, options);
  } catch (error) {
    if (!(error instanceof EnvError) && !(error instanceof SandboxError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

/** The command itself reports an unknown chain, without any part. */
function neededParts(env: Env, args: string[]): Needed {
  const { values } = parseArgs({
    args,
    options: { chain: { type: "string" } },
    strict: false,
  });
  const { chain } = values;
  if (typeof chain !== "string" || !isChainSlug(chain)) return { database: false, chain: null };
  return {
    database: env.DATABASE_URL === undefined,
    chain: env.rpcUrls(chain) === null ? chain : null,
  };
}

async function runOnSandbox(
  env: Env,
  needed: Needed,
  options: { root: string; args: string[] },
): Promise<number> {
  const { dataDir } = env;
  await access(join(dataDir, "secrets.json")).catch(() => {
    throw new SandboxError(`No data in ${dataDir}. Start Slipway there first.`);
  });
  let unlock: () => Promise<void>;
  try {
    unlock = await lockDataDir(dataDir);
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    return run(options, await findRunning(dataDir, needed));
  }
  const shutdown = new Shutdown();
  try {
    return await run(
      options,
      await startNeededParts(env, needed, { ...options, unlock, shutdown }),
    );
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
    ...(chain === null ? {} : { [RPC_VARIABLE[chain]]: `http://127.0.0.1:${portOf(chain)}` }),
  };
}

/** Starts the needed parts of a stopped sandbox. */
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

/** Runs the command as in production. */
async function run(
  { root, args }: { root: string; args: string[] },
  variables: Variables,
): Promise<number> {
  const child = spawn(process.execPath, [join(root, "dist", "reindex.mjs"), ...args], {
    env: childEnv(variables),
    stdio: "inherit",
  });
  const pass = (signal: NodeJS.Signals) => void child.kill(signal);
  process.on("SIGTERM", pass);
  // The child receives Ctrl-C itself; this process stays to stop the parts afterwards.
  process.on("SIGINT", () => undefined);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
