import type { Server } from "node:http";
import { addressBuckets } from "./buckets";
import { isInNetworks } from "./client-address";
import { createOccupancy } from "./occupancy";

const LOOPBACK = ["127.0.0.0/8", "::1"];
const CONNECTIONS = { total: 10_000, perCaller: 500 } as const;

/**
 * Bounds the connections of one address and one network, so that idle ones keep nobody out. Only where
 * callers connect themselves: behind a proxy all connections are the proxy's.
 * @returns a function that tells how many are open
 */
export function limitConnections(
  server: Server,
  limits: { total: number; perCaller: number } = CONNECTIONS,
): () => number {
  const places = createOccupancy(limits);
  server.on("connection", (socket) => {
    const address = socket.remoteAddress ?? "unknown";
    const place = places.take(isInNetworks(address, LOOPBACK) ? null : addressBuckets(address));
    if (typeof place === "function") socket.once("close", place);
    else socket.destroy();
  });
  return places.size;
}
