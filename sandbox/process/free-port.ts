import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
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

/** Longer than any part takes from receiving its port to listening on it. */
const RESERVED_MS = 60_000;

/**
 * Reserves a port against every other process that looks for one, by a UDP socket of the same number:
 * it leaves TCP free, and the system closes it with this process.
 * @returns what ends the reservation, or null when somebody else has it
 */
function reserve(port: number): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    socket.once("error", ({ code }: NodeJS.ErrnoException) => {
      socket.close();
      // A system without UDP has no reservations, but ports.
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
    // First, so that nobody tries to listen on a port that is promised to another.
    const release = await reserve(port);
    if (release === null) continue;
    if ((await isPortFree(port, "127.0.0.1")) && (await isPortFree(port))) return port;
    release();
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
