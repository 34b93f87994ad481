import { spawn } from "node:child_process";
import type { Readable } from "node:stream";

export type Limits = {
  cpuSeconds: number;
  wallMs: number;
  /** Address space; null for programs that reserve more than they use. */
  memoryBytes: number | null;
  /** Largest file that it may write. */
  fileBytes: number;
};

export type ProgramOutcome = {
  code: number | null;
  /** Ended by a limit or from outside. */
  isKilled: boolean;
  stdout: Buffer;
  /** The last part of it. */
  stderr: string;
};

const STDERR_MAX = 4_000;
const KIB = 1024;
const BLOCK = 512;

/**
 * Sets the limits and becomes the program. Descriptor 3 comes from us: it ends without a line when
 * our process dies, even by SIGKILL, and then the program dies with it.
 */
const SCRIPT = `ulimit -c 0; ulimit -t "$1"; ulimit -f "$2"
[ "$3" = 0 ] || ulimit -v "$3" 2>/dev/null
shift 3
{ read -r line <&3 || kill -9 $$; } </dev/null >/dev/null 2>&1 &
exec 3<&-
command -v nice >/dev/null && set -- nice -n 10 "$@"
exec "$@"`;

/**
 * Runs a program on somebody else's data: low priority, bounded time, memory and files, no input, and
 * nothing of our environment.
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
    // A process group of its own: signals to a group pass the borders of namespaces.
    detached: process.platform !== "win32",
    env: { NODE_ENV: "production", PATH: "/usr/local/bin:/usr/bin:/bin" },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const lifeline = child.stdio[3];
  lifeline?.on("error", () => undefined);
  const kill = () => child.kill("SIGKILL");
  const timer = setTimeout(kill, limits.wallMs);
  const stdout = collect(child.stdout, stdoutBytesMax, kill);
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
    // A shell in between reports a signal as 128 and its number; ffmpeg, ended by SIGXCPU, as 255.
    const isKilled = signal !== null || (code ?? 0) >= 128;
    return { code, isKilled, stdout: Buffer.concat(stdout.chunks), stderr: stderr.text() };
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
