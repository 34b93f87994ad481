import { setTimeout as delay } from "node:timers/promises";
import { errorText } from "@/lib/shared/text/error-text";
import { SandboxError } from "./sandbox-error";
import type { Terminal } from "./terminal";

const ATTEMPTS = 4;
const PAUSE_FIRST_MS = 100;

/**
 * Starts a part, and again with growing pauses when that fails: it, or what it needs, may have been
 * killed meanwhile.
 * @throws the error of the last attempt
 */
export async function startAgain<T>(options: {
  name: string;
  terminal: Pick<Terminal, "report">;
  isStopping: () => boolean;
  start: () => Promise<T>;
  /** Whether another attempt would fail in the same way. */
  isFinal?: (error: unknown) => boolean;
}): Promise<T> {
  const { name, terminal, isStopping, start, isFinal = isFinalError } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (isFinal(error) || attempt === ATTEMPTS || isStopping()) throw error;
      terminal.report(name, "warn", `did not start: ${errorText(error)} Starting it again.`);
      await delay(PAUSE_FIRST_MS * 2 ** attempt);
    }
  }
}

function isFinalError(error: unknown): boolean {
  return error instanceof SandboxError && error.isFinal;
}
