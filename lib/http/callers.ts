import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { addressBuckets, type Buckets } from "./buckets";
import { clientAddress, isInNetworks, isProxied, isThisMachine } from "./client-address";

/** Who sends a request. */
export type Caller = {
  address: string;
  /** What limits count it under. */
  buckets: Buckets;
  /** Whether no limit applies to it. */
  isExempt: boolean;
};

/** The only place that decides where a request comes from. */
export type Callers = {
  identify(request: IncomingMessage): Caller;
  /** Whether a request was sent on this machine, by no proxy. */
  isThisMachine(request: IncomingMessage): boolean;
};

/** Request header that is set for requests which were sent on this machine, by no proxy. */
export const THIS_MACHINE_HEADER = "x-slipway-this-machine";
const REMEMBERED_MAX = 10_000;

/**
 * Identifies callers by address, and remembers them: one caller sends many requests.
 * @param options.exempt networks that no limit applies to
 * @param options.isPublic whether people reach this server under another name than this machine's
 */
export function createCallers(options: {
  trustedHops: number;
  exempt: readonly string[];
  isPublic: boolean;
}): Callers {
  const { trustedHops, exempt, isPublic } = options;
  const known = new LRUCache<string, Caller>({ max: REMEMBERED_MAX });

  function describe(peer: string, headers: IncomingHttpHeaders): Caller {
    const { address, isCertain } = clientAddress(peer, headers, trustedHops);
    return {
      address,
      buckets: addressBuckets(address),
      isExempt: isCertain && isInNetworks(address, exempt),
    };
  }

  return {
    identify({ socket, headers }) {
      const peer = peerOf(socket);
      const id = `${peer} ${trustedHops === 0 ? isProxied(headers) : headers["x-forwarded-for"]}`;
      const found = known.get(id);
      if (found !== undefined) return found;
      const caller = describe(peer, headers);
      if (id.length <= 500) known.set(id, caller);
      return caller;
    },
    isThisMachine: ({ socket, headers, httpVersion }) =>
      // nginx's defaults add no header and name this machine as the host, but speak HTTP/1.0.
      httpVersion !== "1.0" && isThisMachine(peerOf(socket), headers, trustedHops > 0 || isPublic),
  };
}

function peerOf(socket: IncomingMessage["socket"]): string {
  return socket.remoteAddress ?? "unknown";
}
