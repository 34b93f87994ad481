import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
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

/** Request header in which the HTTP server passes the caller on to the routes. */
export const CALLER_HEADER = "x-slipway-caller";
/** Request header that is set for requests which were sent on this machine, by no proxy. */
export const THIS_MACHINE_HEADER = "x-slipway-this-machine";
const EXEMPT = " exempt";
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
  const known = new Map<string, Caller>();

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
      if (known.size >= REMEMBERED_MAX) known.clear();
      if (id.length <= 500) known.set(id, caller);
      return caller;
    },
    isThisMachine: ({ socket, headers, httpVersion }) =>
      // nginx's defaults add no header and name this machine as the host, but speak HTTP/1.0.
      httpVersion !== "1.0" && isThisMachine(peerOf(socket), headers, trustedHops > 0 || isPublic),
  };
}

/** The value of `CALLER_HEADER`. */
export function writeCaller({ address, isExempt }: Caller): string {
  return isExempt ? `${address}${EXEMPT}` : address;
}

/** The caller that the HTTP server identified. */
export function readCaller(headers: Headers): Caller {
  const value = headers.get(CALLER_HEADER) ?? "unknown";
  const isExempt = value.endsWith(EXEMPT);
  const address = isExempt ? value.slice(0, -EXEMPT.length) : value;
  return { address, buckets: addressBuckets(address), isExempt };
}

function peerOf(socket: IncomingMessage["socket"]): string {
  return socket.remoteAddress ?? "unknown";
}
