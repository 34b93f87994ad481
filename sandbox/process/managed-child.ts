import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { errorText } from "@/lib/shared/text/error-text";
import { rememberProcess } from "./pid-files";
import { SandboxError } from "./sandbox-error";
import type { PlainLevel, Terminal } from "./terminal";
import { waitUntil } from "./wait-until";

export type ChildOptions = {
  name: string;
  /** A bundled entry point. */
  script: string;
  args?: readonly string[];
  /** Options of node itself. */
  nodeOptions?: readonly string[];
  env: NodeJS.ProcessEnv;
  dataDir: string;
  terminal: Terminal;
  /** Checks readiness; "message" waits for the child's `{ type: "ready" }`. */
  isReady: (() => Promise<boolean>) | "message";
  /** The level of its output lines that are not JSON. */
  plainLevel?: PlainLevel;
  /** False for a child that ends by itself (the demo). */
  keepAlive?: boolean;
};

const READY_MS_MAX = 60_000;
const PAUSE_FIRST_MS = 100;
const PAUSE_MAX_MS = 10_000;
/** How often a part may exit with an error during its first start: the database may restart. */
const EXITS_MAX = 3;
/** How often it may be killed meanwhile. */
const DEATHS_MAX = 10;

/**
 * A Node process that is kept alive: restarted with growing pauses when it dies, its output in the
 * terminal and the log file. Has its own process group, so that Ctrl-C reaches only the supervisor,
 * and an IPC channel that closes when the supervisor dies.
 */
export class ManagedChild {
  #child: ChildProcess | null = null;
  #isReady = false;
  #isStarting = true;
  #stopping = false;
  #pauseMs = PAUSE_FIRST_MS;
  #exited: Promise<void> = Promise.resolve();
  /** Settles when a child that is not kept alive has ended. */
  readonly ended: Promise<number | null>;
  #end: (code: number | null) => void = () => {};

  constructor(private readonly options: ChildOptions) {
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /**
   * Starts it and returns when it is ready. One that dies meanwhile is started again: it was killed,
   * or what it needs was. Throws when it exits or hangs by itself.
   */
  async start(): Promise<void> {
    const { name, terminal, keepAlive = true } = this.options;
    let exits = 0;
    for (let deaths = 1; ; deaths += 1) {
      const child = this.#spawn();
      if (await this.#becomesReady(child)) {
        this.#isStarting = false;
        this.#pauseMs = PAUSE_FIRST_MS;
        return;
      }
      const { exitCode, signalCode } = child;
      const isAlive = exitCode === null && signalCode === null;
      // Nothing exits with 0 before it is ready, unless it is stopped.
      if (signalCode === null && exitCode !== 0) exits += 1;
      const isOver = exits === EXITS_MAX || deaths === DEATHS_MAX;
      if (isAlive || isOver || this.#stopping || !keepAlive) return this.#giveUp(child);
      await this.#pause(signalCode ?? `code ${exitCode}`);
      if (this.#stopping) return this.#giveUp(child);
      terminal.progress(name, "starting again");
    }
  }

  async #giveUp(child: ChildProcess): Promise<never> {
    this.#stopping = true;
    await this.#kill(child, 1000);
    const log = `${this.options.name}.log`;
    throw new SandboxError(`The part "${this.options.name}" did not start; see logs/${log}.`);
  }

  /** Stops the process, so that the regular restart runs the new code. */
  async replace(): Promise<void> {
    this.#pauseMs = 0;
    if (this.#child !== null) await this.#kill(this.#child, 3000);
  }

  /** Sends SIGTERM, and SIGKILL after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    if (this.#child !== null) await this.#kill(this.#child, graceMs);
  }

  #spawn(): ChildProcess {
    const { options } = this;
    const { nodeOptions = [], script, args: own = [] } = options;
    const args = ["--enable-source-maps", ...nodeOptions, script, ...own];
    const child = spawn(process.execPath, args, {
      env: options.env,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      detached: true,
    });
    this.#child = child;
    this.#isReady = false;
    // Attached first: without a listener, an error of the process would end the supervisor.
    this.#exited = new Promise((resolve) => {
      child.once("exit", (code, signal) => {
        resolve();
        this.#onExit(child, code, signal ?? `code ${code}`);
      });
      child.on("error", (error) => {
        options.terminal.report(options.name, "error", error.message);
        // A process that could not be created never exits.
        if (child.pid !== undefined) return;
        resolve();
        this.#onExit(child, null, "could not start");
      });
    });
    for (const [input, level] of [
      [child.stdout, options.plainLevel ?? "info"],
      [child.stderr, "warn"],
    ] as const) {
      // Undefined, against its type, when there was no file descriptor left to create it.
      if (input == null) continue;
      createInterface({ input }).on("line", (line) => {
        options.terminal.line(options.name, line, level);
      });
    }
    child.on("message", (message) => {
      if (isReadyMessage(message)) this.#isReady = true;
    });
    if (child.pid !== undefined) {
      rememberProcess(options.dataDir, options.name, child.pid).catch((error: unknown) => {
        options.terminal.report(options.name, "warn", `process not recorded: ${errorText(error)}`);
      });
    }
    return child;
  }

  async #becomesReady(child: ChildProcess): Promise<boolean> {
    const { isReady } = this.options;
    const gone = new AbortController();
    this.#exited.then(() => gone.abort());
    const check = async () =>
      isReady === "message" ? this.#isReady : await isReady().catch(() => false);
    const ready = await waitUntil(check, {
      timeoutMs: READY_MS_MAX,
      everyMs: 25,
      signal: gone.signal,
    });
    return ready === true && child.exitCode === null && child.signalCode === null;
  }

  #onExit(child: ChildProcess, code: number | null, reason: string): void {
    if (this.#child !== child) return;
    this.#child = null;
    if (this.options.keepAlive === false) this.#end(code);
    if (this.#stopping || this.#isStarting || this.options.keepAlive === false) return;
    this.#startAgain(reason);
  }

  #startAgain(reason: string): void {
    this.#restart(reason).catch((error: unknown) => {
      const { name, terminal } = this.options;
      terminal.report(name, "error", `restart failed: ${errorText(error)}`);
      // One that was created restarts when it exits.
      if (this.#child === null && !this.#stopping) this.#startAgain("could not start");
    });
  }

  async #restart(reason: string): Promise<void> {
    const { name, terminal } = this.options;
    await this.#pause(reason);
    if (this.#stopping) return;
    const started = performance.now();
    const child = this.#spawn();
    if (await this.#becomesReady(child)) {
      this.#pauseMs = PAUSE_FIRST_MS;
      const seconds = ((performance.now() - started) / 1000).toFixed(2);
      terminal.progress(name, `restarted in ${seconds} s`);
    } else if (child.exitCode === null && child.signalCode === null && !this.#stopping) {
      terminal.report(name, "error", "did not become ready; restarting");
      await this.#kill(child, 1000);
    }
  }

  /** Announces a restart and waits for it, twice as long each time. */
  async #pause(reason: string): Promise<void> {
    const { name, terminal } = this.options;
    const pause = this.#pauseMs;
    if (pause > 0) {
      terminal.report(name, "warn", `exited (${reason}); restarting in ${pause / 1000} s`);
    }
    this.#pauseMs = Math.min(Math.max(pause, PAUSE_FIRST_MS) * 2, PAUSE_MAX_MS);
    await delay(pause);
  }

  async #kill(child: ChildProcess, graceMs: number): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = this.#exited;
    child.kill("SIGTERM");
    const timeout = new AbortController();
    const late = delay(graceMs, "late", { signal: timeout.signal }).catch(() => null);
    const first = await Promise.race([exited, late]);
    timeout.abort();
    if (first === "late") child.kill("SIGKILL");
    await exited;
  }
}

function isReadyMessage(message: unknown): boolean {
  return (
    typeof message === "object" && message !== null && "type" in message && message.type === "ready"
  );
}
