import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { createRecent } from "../recent";
import { addressBuckets, type Buckets } from "./buckets";
import {
  clientAddress,
  forwardedFor,
  isInNetworks,
  isProxied,
  isThisMachine,
} from "./client-address";

/** Who sends a request. */
export type Caller = {
  address: string;
  /** What limits count it under. */
  buckets: Buckets;
  /** Whether no limit applies to it. */
  isExempt: boolean;
};

type Asked = Pick<IncomingMessage, "socket" | "headers">;

/** The only place that decides where a request comes from. */
export type Callers = {
  identify(request: Asked): Caller;
  /** Whether a request was sent on this machine, by no proxy. */
  isThisMachine(request: IncomingMessage): boolean;
};

/** Request header that is set for requests which were sent on this machine, by no proxy. */
export const THIS_MACHINE_HEADER = "x-slipway-this-machine";
const REMEMBERED_MAX = 10_000;
const REMEMBERED_LENGTH_MAX = 500;

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
  const knownByHeader = createRecent<Caller>(REMEMBERED_MAX);
  const knownByPeer = createRecent<Caller>(REMEMBERED_MAX);

  function describe(peer: string, headers: IncomingHttpHeaders) {
    const { address, isCertain } = clientAddress(peer, headers, trustedHops);
    const isExempt = isCertain && isInNetworks(address, exempt);
    return { caller: { address, buckets: addressBuckets(address), isExempt }, isCertain };
  }

  /** Behind a proxy a certain caller follows from the header alone, whichever proxy sent it. */
  function identifyForwarded({ socket, headers }: Asked): Caller {
    const forwarded = forwardedFor(headers);
    const found = knownByHeader.get(forwarded);
    if (found !== undefined) return found;
    if (forwarded === "") return identifyPeer({ socket, headers });
    const { caller, isCertain } = describe(peerOf(socket), headers);
    if (isCertain && forwarded.length <= REMEMBERED_LENGTH_MAX) {
      knownByHeader.set(forwarded, caller);
    }
    return caller;
  }

  function identifyPeer({ socket, headers }: Asked): Caller {
    const peer = peerOf(socket);
    const id = isProxied(headers) ? `${peer} proxied` : peer;
    const found = knownByPeer.get(id);
    if (found !== undefined) return found;
    const { caller } = describe(peer, headers);
    knownByPeer.set(id, caller);
    return caller;
  }

  return {
    identify: trustedHops === 0 ? identifyPeer : identifyForwarded,
    isThisMachine: ({ socket, headers, httpVersion }) =>
      // nginx's defaults add no header and name this machine as the host, but speak HTTP/1.0.
      httpVersion !== "1.0" && isThisMachine(peerOf(socket), headers, trustedHops > 0 || isPublic),
  };
}

function peerOf(socket: IncomingMessage["socket"]): string {
  return socket.remoteAddress ?? "unknown";
}
