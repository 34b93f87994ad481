import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { createServer } from "node:net";

/** Whether `port` is free at `host` (all addresses by default). */
export function isPortFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * Below the ephemeral ports (from 32768 on Linux): an outgoing connection could take one of those
 * while the process that listened on it restarts.
 */
const PORT_FIRST = 20_000;
const PORT_LAST = 32_000;

/** Longer than any part takes from receiving its port to listening on it. */
const RESERVED_MS = 60_000;

/**
 * Reserves a port among processes that look for one, by a UDP socket of the same number: TCP stays
 * free, and the system closes it with this process.
 * @returns a function that ends the reservation, or null when the port is reserved
 */
function reserve(port: number): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    socket.once("error", ({ code }: NodeJS.ErrnoException) => {
      socket.close();
      // A system without UDP has no reservations.
      resolve(code === "EADDRINUSE" ? null : () => undefined);
    });
    socket.bind({ port, address: "127.0.0.1", exclusive: true }, () => {
      socket.unref();
      const timer = setTimeout(() => socket.close(), RESERVED_MS).unref();
      resolve(() => {
        clearTimeout(timer);
        socket.close();
      });
    });
  });
}

async function anyPort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORT_FIRST, PORT_LAST);
    // First, so that nobody tries to listen on a reserved port.
    const release = await reserve(port);
    if (release === null) continue;
    if ((await isPortFree(port, "127.0.0.1")) && (await isPortFree(port))) return port;
    release();
  }
}

/** A free loopback port: `preferred` (such as the one of the last start) when it is still free. */
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
