import "@/lib/shared/guard-fetch";
import { SecretsError } from "@/lib/drivers/secrets/secrets-error";
import { EnvError } from "@/lib/env";
import { errorText } from "@/lib/shared/text/error-text";
import { Shutdown, StoppingError } from "./parts/shutdown";
import { startDemo } from "./parts/start-demo";
import { type Flags, type PreparedStart, prepare } from "./prepare";
import { printSummary } from "./print-summary";
import { SandboxError } from "./process/sandbox-error";
import { type RunningParts, startParts } from "./start-parts";

/** A second Ctrl-C within this time is the same one: npm and the terminal both forward it. */
const SAME_SIGNAL_MS = 1000;

/** Formats an error for the terminal: expected errors without a stack. */
function explain(error: unknown): string {
  if (isExpected(error)) return error.message;
  if (!(error instanceof Error) || error.name === "BuildError") return errorText(error);
  return error.stack ?? error.message;
}

function isExpected(error: unknown): error is Error {
  return [EnvError, SandboxError, SecretsError].some((kind) => error instanceof kind);
}

function fail(error: unknown): never {
  process.stderr.write(`\n${explain(error)}\n`);
  process.exit(1);
}

/** For the start script: every check that can fail quickly, before anything is built. */
export async function check(options: { flags: Flags; root: string }): Promise<PreparedStart> {
  return prepare(options).catch(fail);
}

/**
 * Starts everything, keeps it running, and stops it on Ctrl-C, SIGTERM or a closed terminal.
 * @param options.buildPages builds the pages of the web server if they are missing
 * @returns the running parts, which the development mode replaces
 */
export async function supervise(options: {
  prepared: PreparedStart;
  startedAt: number;
  buildPages: (env: NodeJS.ProcessEnv) => Promise<void>;
}): Promise<RunningParts> {
  const { prepared, startedAt } = options;
  const { flags, terminal } = prepared;
  const shutdown = new Shutdown();
  const stop = stopper(prepared, shutdown);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => stop(0));
  }
  try {
    const webBuilt = options.buildPages(prepared.envOf({}));
    // Awaited much later; without this a failed build would end the process at once.
    webBuilt.catch(() => {});
    const running = await startParts(prepared, shutdown, webBuilt);
    printSummary(prepared, running, performance.now() - startedAt);
    if (flags.demo) await startDemo(prepared, shutdown, running, () => stop(0));
    return running;
  } catch (error) {
    if (!(error instanceof StoppingError) && !shutdown.isStopping) {
      terminal.print(`\n${explain(error)}\n`);
      stop(1);
    }
    // The stop in progress ends this process.
    return new Promise(() => {});
  }
}

function stopper(prepared: PreparedStart, shutdown: Shutdown): (code: number) => void {
  const { terminal } = prepared;
  let askedAt: number | null = null;
  return (code) => {
    if (askedAt !== null) {
      if (performance.now() - askedAt > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    askedAt = performance.now();
    const started = askedAt;
    terminal.print(code === 0 ? "\nStopping …" : "Stopping …");
    // A stop must not exceed its promised time.
    setTimeout(() => process.exit(1), 4800).unref();
    shutdown
      .run()
      .then(() => prepared.unlock())
      .then(() =>
        terminal.print(`Stopped in ${((performance.now() - started) / 1000).toFixed(1)} s.`),
      )
      .catch((error) => terminal.print(explain(error)))
      .finally(() => process.exit(code));
  };
}
