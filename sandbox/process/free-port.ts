import { createServer } from "node:net";

/** Whether `port` can be listened on at `host` (all addresses when left out) this moment. */
export function isPortFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

function anyPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port: 0, host: "127.0.0.1" }, () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
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
