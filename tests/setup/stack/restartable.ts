import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { waitUntil } from "@/sandbox/process/wait-until";

/** A program that a test kills and starts again, on the same port and data. */
export type Restartable = {
  pid(): number;
  output(): string;
  /** Starts it again after it was killed. Waits for the end of the killed one. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

const START_MS = 120_000;

/**
 * Starts a program and waits until it can be used.
 * @param options.isUp whether it can be used
 * @throws with its output, if it ends before or takes two minutes
 */
export async function startRestartable(options: {
  command: readonly string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
  identity?: { uid: number; gid: number } | undefined;
  isUp: () => Promise<boolean>;
  stopSignal?: NodeJS.Signals;
}): Promise<Restartable> {
  const [program = "", ...args] = options.command;
  let output = "";
  const launch = (): ChildProcess => {
    const child = spawn(program, args, {
      env: options.env,
      cwd: options.cwd,
      ...options.identity,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        output = `${output}${chunk.toString()}`.slice(-30_000);
      });
    }
    return child;
  };
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const untilUp = async () => {
    const isUp = async () => hasEnded() || (await options.isUp());
    const found = await waitUntil(isUp, { timeoutMs: START_MS, everyMs: 50 });
    if (found === null || hasEnded()) throw new Error(`${program} did not start:\n${output}`);
  };
  const untilGone = async (signals: readonly NodeJS.Signals[]) => {
    if (hasEnded()) return;
    const gone = once(child, "exit");
    for (const signal of signals) child.kill(signal);
    await gone;
  };
  let child = launch();
  const stop = () => untilGone(["SIGCONT", options.stopSignal ?? "SIGTERM"]);
  try {
    await untilUp();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    pid: () => child.pid ?? 0,
    output: () => output,
    async start() {
      await untilGone([]);
      child = launch();
      await untilUp();
    },
    stop,
  };
}

/** Whether anything answers HTTP requests to a URL. */
export function answersHttp(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (response) => {
      await response.body?.cancel();
      return true;
    },
    () => false,
  );
}
