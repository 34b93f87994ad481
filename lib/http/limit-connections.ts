import type { Server } from "node:http";
import { addressBuckets } from "./buckets";
import { isInNetworks } from "./client-address";
import { createOccupancy } from "./occupancy";

/** Of this machine there may be as many as there is room for. */
const CONNECTIONS = { total: 10_000, perCaller: 500, exempt: ["127.0.0.0/8", "::1"] } as const;

/**
 * Bounds the connections of one address and one network, so that idle ones keep nobody out. Only where
 * callers connect themselves: behind a proxy all connections are the proxy's.
 * @returns a function that tells how many are open
 */
export function limitConnections(
  server: Server,
  options: { total: number; perCaller: number; exempt: readonly string[] } = CONNECTIONS,
): () => number {
  const { exempt, ...limits } = options;
  const places = createOccupancy(limits);
  server.on("connection", (socket) => {
    const address = socket.remoteAddress ?? "unknown";
    const place = places.take(isInNetworks(address, exempt) ? null : addressBuckets(address));
    if (typeof place === "function") socket.once("close", place);
    else socket.destroy();
  });
  return places.size;
}
