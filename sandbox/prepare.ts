import { join } from "node:path";
import { childEnv, type Env, readEnv } from "@/lib/env";
import type { VariableName } from "@/lib/schemas/environment/environment";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { choosePort } from "./choose-port";
import { lockDataDir } from "./process/lock-data-dir";
import { type MachineSecrets, readSecrets } from "./process/machine-secrets";
import { endOrphans } from "./process/pid-files";
import { PortMemory } from "./process/port-memory";
import { Terminal } from "./process/terminal";

export type Flags = {
  dev: boolean;
  demo: boolean;
  minutes: number | null;
  seed: string | null;
};

/** Variables that the supervisor sets for its children. */
export type Variables = Partial<Record<Exclude<VariableName, "NODE_ENV">, string>>;

/** The results of the checks before the start. */
export type PreparedStart = {
  env: Env;
  flags: Flags;
  root: string;
  secrets: MachineSecrets;
  ports: PortMemory;
  terminal: Terminal;
  /** The environment of a child: that of this process, overridden by `values`. */
  envOf(values: Variables): NodeJS.ProcessEnv;
  unlock: () => Promise<void>;
};

/** Warnings and worse by default; more with LOG_LEVEL=debug, less with error, fatal or silent. */
function threshold(level: Env["LOG_LEVEL"]): Env["LOG_LEVEL"] {
  return level === "info" ? "warn" : level;
}

/** A sandbox listens on this machine only, unless its operator sets `HOST`. */
function defaultHost(env: Env): string | undefined {
  const hasSandboxChain = CHAIN_SLUGS.some((slug) => env.rpcUrls(slug) === null);
  return env.HOST ?? (hasSandboxChain ? "127.0.0.1" : undefined);
}

/**
 * Checks everything that can prevent a start (environment, data folder, port, secrets) before the
 * slow part begins.
 * @throws EnvError and SandboxError, both for the user at the terminal
 */
export async function prepare(options: { flags: Flags; root: string }): Promise<PreparedStart> {
  const { flags, root } = options;
  const mode = flags.dev ? "development" : "production";
  const configured = readEnv(childEnv({ NODE_ENV: mode }));
  const unlock = await lockDataDir(configured.dataDir);
  try {
    await endOrphans(configured.dataDir);
    const host = defaultHost(configured);
    const script = flags.demo ? "npm run demo" : flags.dev ? "npm run dev" : "npm start";
    const port = await choosePort({
      port: configured.PORT,
      host,
      command: script,
    });
    const overrides = {
      PORT: String(port),
      NODE_ENV: mode,
      DATA_DIR: configured.dataDir,
      ...(host === undefined ? {} : { HOST: host }),
    } as const;
    const env = readEnv(childEnv(overrides));
    return {
      env,
      flags,
      root,
      unlock,
      secrets: await readSecrets(env.dataDir),
      ports: await PortMemory.open(env.dataDir),
      terminal: new Terminal(join(env.dataDir, "logs"), threshold(env.LOG_LEVEL)),
      envOf: (values) => ({ ...childEnv({ ...overrides, ...values }), NODE_ENV: mode }),
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}
