import "@/lib/shared/guard-fetch";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { readReindexArgs } from "@/lib/commands/reindex-args";
import { childEnv, EnvError, readEnv } from "@/lib/env";
import { onSandbox } from "./on-sandbox";
import type { Variables } from "./prepare";
import { SandboxError } from "./process/sandbox-error";

/**
 * Rebuilds a chain's rows next to the live ones. Parts without a real service are the sandbox's:
 * the running ones, or, while the sandbox is down, its database and that chain alone, for the
 * duration of the command.
 * @param options.args arguments of the command
 * @returns the exit code
 */
export async function reindex(options: { root: string; args: string[] }): Promise<number> {
  const { chain } = readReindexArgs(options.args);
  try {
    const env = readEnv(childEnv({}));
    const needed = {
      database: env.DATABASE_URL === undefined,
      chain: env.rpcUrls(chain) === null ? chain : null,
    };
    if (!needed.database && needed.chain === null) return await run(options, {});
    return await onSandbox({ env, needed, root: options.root }, (variables) =>
      run(options, variables),
    );
  } catch (error) {
    if (!(error instanceof EnvError) && !(error instanceof SandboxError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
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
