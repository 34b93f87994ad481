import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { childEnv } from "@/lib/env";

export type OperatorShell = ReturnType<typeof createOperatorShell>;
type Running = { name: string; child: ChildProcess; ended: Promise<unknown[]> };

const STOP_MS = 30_000;

/**
 * A shell in which blocks of commands run one after the other. Exported variables last; nothing of
 * this process's environment is in it.
 * @param options.state an empty file for the variables
 */
export function createOperatorShell(options: {
  cwd: string;
  state: string;
  environment: Record<string, string>;
  /** How long a block may take. */
  limitMs: number;
}) {
  const { cwd, state } = options;
  const running: Running[] = [];
  let outputs = "";

  function launch(program: string, args: readonly string[], more: Record<string, string> = {}) {
    const blank = Object.fromEntries(Object.keys(childEnv({})).map((name) => [name, undefined]));
    const env = { ...blank, ...options.environment, ...more, NODE_ENV: "production" as const };
    return spawn(program, args, {
      cwd,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  function launchBlock(text: string): ChildProcess {
    const script = `set -euo pipefail; source ${state}; trap 'export -p > ${state}' EXIT\n${text}`;
    return launch("bash", ["-c", script]);
  }

  function collect(name: string, child: ChildProcess): () => string {
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        output = `${output}${chunk.toString()}`.slice(-20_000);
        outputs = `${outputs}${name}: ${chunk.toString()}`.slice(-60_000);
      });
    }
    return () => output;
  }

  function remember(name: string, child: ChildProcess): void {
    collect(name, child);
    running.push({ name, child, ended: once(child, "exit") });
  }

  return {
    /** Everything that was printed lately. */
    outputs: () => outputs,
    /**
     * Runs a block to its end.
     * @throws with its output, if it fails or takes too long
     */
    async run(name: string, text: string): Promise<void> {
      const child = launchBlock(text);
      const output = collect(name, child);
      const timer = setTimeout(() => signalGroup(child, "SIGKILL"), options.limitMs);
      const [code] = await once(child, "close");
      clearTimeout(timer);
      if (code !== 0) throw new Error(`${name} failed:\n${output()}\n---\n${outputs}`);
    },
    startBlock: (name: string, text: string) => remember(name, launchBlock(text)),
    start: (
      name: string,
      [program = "", ...args]: readonly string[],
      more: Record<string, string>,
    ) => remember(name, launch(program, args, more)),
    /** Ends what was started. @returns the names of those that had to be killed */
    async stop(): Promise<string[]> {
      await Promise.all(running.map(end));
      return running.flatMap(({ name, child }) => (child.signalCode === "SIGKILL" ? [name] : []));
    },
  };
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // It has ended.
    if (!(error instanceof Error) || !("code" in error) || error.code !== "ESRCH") throw error;
  }
}

async function end({ child, ended }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  signalGroup(child, "SIGTERM");
  const timer = setTimeout(() => signalGroup(child, "SIGKILL"), STOP_MS);
  await ended;
  clearTimeout(timer);
}

/** The path of the shell's `sudo`, below `folder`. */
export const sudoIn = (folder: string) => join(folder, "sudo");

/**
 * `sudo -u USER COMMAND` for a shell without other users: as `postgres` a command gets these
 * variables, as anyone else only the command runs.
 */
export function sudoScript(login: Record<string, string>): string {
  const variables = Object.entries(login).map(([name, value]) => `${name}=${value}`);
  const lines = ["#!/bin/sh", "user=$2", "shift 2"];
  lines.push(`[ "$user" = postgres ] && export ${variables.join(" ")}`, 'exec "$@"', "");
  return lines.join("\n");
}
