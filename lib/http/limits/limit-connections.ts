import type { Server } from "node:http";
import { addressBuckets } from "./buckets";
import { isInNetworks } from "./client-address";
import { createSlots } from "./slots";

/** Local connections are limited only in total. */
const CONNECTIONS = { total: 10_000, perCaller: 500, exempt: ["127.0.0.0/8", "::1"] } as const;

/**
 * Bounds the connections per address and network, so that idle ones cannot exhaust the server. Only
 * for direct callers: behind a proxy all connections are the proxy's.
 * @returns a function that counts open connections
 */
export function limitConnections(
  server: Server,
  options: { total: number; perCaller: number; exempt: readonly string[] } = CONNECTIONS,
): () => number {
  const { exempt, ...limits } = options;
  const slots = createSlots(limits);
  server.on("connection", (socket) => {
    const address = socket.remoteAddress ?? "unknown";
    const slot = slots.take(isInNetworks(address, exempt) ? null : addressBuckets(address));
    if (typeof slot === "function") socket.once("close", slot);
    else socket.destroy();
  });
  return slots.size;
}
