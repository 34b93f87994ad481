import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Whether `port` can be listened on at `host` (all addresses when left out) this moment. */
export function isPortFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * Below the ports that systems hand out to outgoing connections (from 32768 on Linux): one of those
 * could be taken by a connection while the process that listened on it is being restarted.
 */
const PORT_FIRST = 20_000;
const PORT_LAST = 32_000;

async function anyPort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORT_FIRST, PORT_LAST);
    if ((await isPortFree(port, "127.0.0.1")) && (await isPortFree(port))) return port;
  }
}

/** A free loopback port: `preferred` (such as the one of the last start) when it still is free. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isPortFree(preferred, "127.0.0.1"))) return preferred;
  return anyPort();
}

/** The first free port above `taken`, on all addresses. */
export async function nextFreePort(taken: number): Promise<number | null> {
  for (let port = taken + 1; port <= Math.min(taken + 100, 65_535); port += 1) {
    if (await isPortFree(port)) return port;
  }
  return null;
}
