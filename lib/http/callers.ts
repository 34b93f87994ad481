import type { IncomingMessage } from "node:http";
import { clientAddress, isInNetworks, limitBucket } from "./client-address";

/** Who sends a request. */
export type Caller = {
  address: string;
  /** What limits count it under. */
  bucket: string;
  /** Whether no limit applies to it. */
  isExempt: boolean;
};

const REMEMBERED_MAX = 10_000;

/**
 * Tells callers apart by address. What was worked out is remembered: one caller sends many requests.
 * @param options.exempt networks that no limit applies to
 */
export function createCallers(options: {
  trustedHops: number;
  exempt: readonly string[];
}): (request: IncomingMessage) => Caller {
  const { trustedHops, exempt } = options;
  const known = new Map<string, Caller>();

  return (request) => {
    const forwarded = request.headers["x-forwarded-for"];
    const joined = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
    const peer = request.socket.remoteAddress ?? "unknown";
    const id = trustedHops === 0 || joined === undefined ? peer : `${peer} ${joined}`;
    const found = known.get(id);
    if (found !== undefined) return found;
    const address = clientAddress(peer, joined, trustedHops);
    const caller = {
      address,
      bucket: limitBucket(address),
      isExempt: isInNetworks(address, exempt),
    };
    if (known.size >= REMEMBERED_MAX) known.clear();
    if (id.length <= 500) known.set(id, caller);
    return caller;
  };
}
