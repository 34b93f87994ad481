import { isAlive } from "./process-info";
import { waitUntil } from "./wait-until";

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone.
  }
}

/**
 * Stops a process that may not be a child: `signal` first, SIGKILL after `graceMs`.
 * @returns false when it still exists two seconds after SIGKILL
 */
export async function stopProcess(
  pid: number,
  options: { signal?: NodeJS.Signals; graceMs: number },
): Promise<boolean> {
  const gone = async () => !(await isAlive(pid));
  send(pid, options.signal ?? "SIGTERM");
  if (await waitUntil(gone, { timeoutMs: options.graceMs, everyMs: 10 })) return true;
  send(pid, "SIGKILL");
  return (await waitUntil(gone, { timeoutMs: 2000, everyMs: 10 })) === true;
}
