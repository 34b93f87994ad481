import { createInterface } from "node:readline/promises";
import { isPortFree, nextFreePort } from "./process/free-port";
import { SandboxError } from "./process/sandbox-error";
import { waitUntil } from "./process/wait-until";

/** A killed server holds its port until its last thread has ended. */
const LEAVING_MS = 2000;

/**
 * The port of the web server: the configured one, or, when it is taken and the user confirms at the
 * terminal, the next free one.
 * @param options.command the user's command, for the message
 * @throws SandboxError with the exact command to run instead
 */
export async function choosePort(options: {
  port: number;
  host: string | undefined;
  command: string;
}): Promise<number> {
  const { port, host, command } = options;
  const isFree = await waitUntil(() => isPortFree(port, host), {
    timeoutMs: LEAVING_MS,
    everyMs: 50,
  });
  if (isFree !== null) return port;
  const next = await nextFreePort(port);
  if (next === null)
    throw new SandboxError(`Port ${port} is taken. Choose another: PORT=… ${command}`);
  if (process.stdin.isTTY && process.stdout.isTTY) {
    const prompt = createInterface({ input: process.stdin, output: process.stdout });
    const answer = await prompt.question(`Port ${port} is taken. Use ${next} instead? [Y/n] `);
    prompt.close();
    if (/^(y|yes|)$/i.test(answer.trim())) return next;
  }
  throw new SandboxError(`Port ${port} is taken; ${next} is free. Run: PORT=${next} ${command}`);
}
