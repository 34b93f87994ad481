import { spawn } from "node:child_process";
import type { Readable } from "node:stream";

export type Limits = {
  cpuSeconds: number;
  wallMs: number;
  /** Limit of address space; null for programs that reserve more than they use. */
  memoryBytes: number | null;
  /** Limit of a written file. */
  fileBytes: number;
};

export type ProgramOutcome = {
  code: number | null;
  /**
   * Null if it exited by itself. `limit`: a limit that depends only on the data, or a crash. `time`: the limit of
   * wall time, which a busy machine reaches as well. `system`: a SIGKILL by others, for example when memory ran out.
   */
  killedBy: "limit" | "time" | "system" | null;
  stdout: Buffer;
  /** The end of stderr. */
  stderr: string;
};

const STDERR_MAX = 4_000;
const KIB = 1024;
const BLOCK = 512;

/** SIGKILL, as a shell reports it. */
const KILLED = 128 + 9;
/** CPU time for a program that handles SIGXCPU, as ffmpeg does, to end. */
const CPU_SPARE_SECONDS = 5;

/**
 * Sets the limits and runs the program. At its limit of CPU time it gets SIGXCPU: with the same hard limit it would
 * get SIGKILL, as it does when memory runs out. Descriptor 3 is a pipe from this process: it closes when
 * this process dies, even by SIGKILL, and then the program is killed.
 */
const SCRIPT = `ulimit -c 0; ulimit -S -t "$1"; ulimit -H -t $(($1 + ${CPU_SPARE_SECONDS})); ulimit -f "$2"
[ "$3" = 0 ] || ulimit -v "$3" 2>/dev/null
shift 3
{ read -r line <&3 || kill -9 $$; } </dev/null >/dev/null 2>&1 &
exec 3<&-
command -v nice >/dev/null && set -- nice -n 10 "$@"
exec "$@"`;

/**
 * Runs a program on untrusted data: low priority, limited time, memory and files, no input, none of
 * our environment.
 * @param options.stdoutBytesMax more output than this kills it
 */
export async function runLimited(
  program: string,
  args: readonly string[],
  options: { cwd: string; limits: Limits; stdoutBytesMax: number },
): Promise<ProgramOutcome> {
  const { cwd, limits, stdoutBytesMax } = options;
  const [command, commandArgs] = commandLine(program, args, limits);
  const child = spawn(command, commandArgs, {
    cwd,
    // Its own process group: group signals also reach other namespaces.
    detached: process.platform !== "win32",
    env: { NODE_ENV: "production", PATH: "/usr/local/bin:/usr/bin:/bin" },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const lifeline = child.stdio[3];
  lifeline?.on("error", () => undefined);
  let ours: "limit" | "time" | null = null;
  const kill = (reason: "limit" | "time") => {
    ours ??= reason;
    child.kill("SIGKILL");
  };
  const timer = setTimeout(() => kill("time"), limits.wallMs);
  const stdout = collect(child.stdout, stdoutBytesMax, () => kill("limit"));
  const stderr = collectEnd(child.stderr);
  try {
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>(
      (resolve, reject) => {
        child.once("error", reject);
        child.once("close", (...end) => resolve(end));
        child.once("exit", () => {
          if (lifeline && "end" in lifeline) lifeline.end("\n");
        });
      },
    );
    // A shell reports a signal as 128 plus its number; ffmpeg, ended by SIGXCPU, as 255.
    const isKilled = signal !== null || (code ?? 0) >= 128;
    const other = signal === "SIGKILL" || code === KILLED ? "system" : "limit";
    const killedBy = isKilled ? (ours ?? other) : null;
    return { code, killedBy, stdout: Buffer.concat(stdout.chunks), stderr: stderr.text() };
  } finally {
    clearTimeout(timer);
    lifeline?.destroy();
  }
}

function commandLine(
  program: string,
  args: readonly string[],
  { cpuSeconds, fileBytes, memoryBytes }: Limits,
): [string, string[]] {
  if (process.platform === "win32") return [program, [...args]];
  const numbers = [
    cpuSeconds,
    Math.ceil(fileBytes / BLOCK),
    memoryBytes === null ? 0 : Math.ceil(memoryBytes / KIB),
  ].map(String);
  return ["/bin/sh", ["-c", SCRIPT, "sh", ...numbers, program, ...args]];
}

function collect(stream: Readable | null, bytesMax: number, onTooMuch: () => void) {
  const chunks: Buffer[] = [];
  let size = 0;
  stream?.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > bytesMax) onTooMuch();
    else chunks.push(chunk);
  });
  return { chunks };
}

function collectEnd(stream: Readable | null) {
  let end = "";
  stream?.on("data", (chunk: Buffer) => {
    end = (end + chunk.toString("utf8")).slice(-STDERR_MAX);
  });
  return { text: () => end };
}
