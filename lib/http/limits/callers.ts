import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { createRecent } from "@/lib/shared/recent";
import { addressBuckets, type Buckets } from "./buckets";
import {
  clientAddress,
  forwardedFor,
  isInNetworks,
  isProxied,
  isThisMachine,
} from "./client-address";

/** The sender of a request. */
export type Caller = {
  address: string;
  /** Rate-limit keys of the caller. */
  buckets: Buckets;
  /** Whether limits do not apply. */
  isExempt: boolean;
};

type ConnectionFacts = Pick<IncomingMessage, "socket" | "headers">;

/** The only place that determines the source of a request. */
export type Callers = {
  identify(request: ConnectionFacts): Caller;
  /** Whether a request was sent from this machine without a proxy. */
  isThisMachine(request: IncomingMessage): boolean;
};

/** Request header of requests that were sent from this machine without a proxy. */
export const THIS_MACHINE_HEADER = "x-slipway-this-machine";
const REMEMBERED_MAX = 10_000;
const REMEMBERED_LENGTH_MAX = 500;
const NONE: readonly { network: string }[] = [];

/**
 * Identifies callers by address, with a cache: one caller sends many requests.
 * @param options.exempt networks without limits, as configured
 * @param options.isPublic whether this server has a public name
 */
export function createCallers(options: {
  trustedHops: number;
  exempt: readonly string[];
  /** More of them, which may change: another list is another object. */
  exemptNow?: () => readonly { network: string }[];
  isPublic: boolean;
  /** Called for the first entry of a trusted proxy that is no address. */
  onUnreadable?: (entry: string) => void;
}): Callers {
  const { trustedHops, exempt, exemptNow = () => NONE, isPublic, onUnreadable } = options;
  let isReported = false;
  let knownByHeader = createRecent<Caller>(REMEMBERED_MAX);
  let knownByPeer = createRecent<Caller>(REMEMBERED_MAX);
  let added = exemptNow();
  let networks = added.map(({ network }) => network);

  /** Clears the cache when the exempt networks have changed. */
  function followExemptions(): void {
    const next = exemptNow();
    if (next === added) return;
    added = next;
    networks = next.map(({ network }) => network);
    knownByHeader = createRecent<Caller>(REMEMBERED_MAX);
    knownByPeer = createRecent<Caller>(REMEMBERED_MAX);
  }

  function describe(peer: string, headers: IncomingHttpHeaders) {
    const { address, isCertain, unreadable } = clientAddress(peer, headers, trustedHops);
    if (unreadable !== undefined && !isReported) {
      isReported = true;
      onUnreadable?.(unreadable);
    }
    const isExempt =
      isCertain && (isInNetworks(address, exempt) || isInNetworks(address, networks));
    return { caller: { address, buckets: addressBuckets(address), isExempt }, isCertain };
  }

  /** Behind a proxy, a certain caller depends on the header alone, not on the proxy. */
  function identifyForwarded({ socket, headers }: ConnectionFacts): Caller {
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

  function identifyPeer({ socket, headers }: ConnectionFacts): Caller {
    const peer = peerOf(socket);
    const id = isProxied(headers) ? `${peer} proxied` : peer;
    const found = knownByPeer.get(id);
    if (found !== undefined) return found;
    const { caller } = describe(peer, headers);
    knownByPeer.set(id, caller);
    return caller;
  }

  return {
    identify(request) {
      followExemptions();
      return trustedHops === 0 ? identifyPeer(request) : identifyForwarded(request);
    },
    isThisMachine: ({ socket, headers, httpVersion }) =>
      // nginx's defaults add no header and use this machine as host, but speak HTTP/1.0.
      httpVersion !== "1.0" && isThisMachine(peerOf(socket), headers, trustedHops > 0 || isPublic),
  };
}

function peerOf(socket: IncomingMessage["socket"]): string {
  return socket.remoteAddress ?? "unknown";
}
