import type { IncomingHttpHeaders } from "node:http";
import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * The source of a request; when it is uncertain, `address` is the nearest proxy's. `unreadable` is the
 * entry of a trusted proxy that is no address.
 */
export type ClientAddress = { address: string; isCertain: boolean; unreadable?: string };

/** Headers that proxies add. With any of these, the peer is not the sender. */
const PROXY_HEADERS = [
  "x-forwarded-for",
  "x-real-ip",
  "forwarded",
  "via",
  "cf-connecting-ip",
  "true-client-ip",
] as const;

const LOOPBACK = ["127.0.0.0/8", "::1/128"];
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** A bracketed address with or without a port, or an IPv4 address with one. */
const WITH_PORT = /^(?:\[(?<bracketed>[^\]]*)\](?::\d{1,5})?|(?<address>[\d.]+):\d{1,5})$/;

/**
 * The caller's address. Each trusted proxy appends the address of its peer to `X-Forwarded-For`, so
 * the caller is `trustedHops` entries from the right. Entries further left come from the client and
 * are ignored.
 * @param peer the socket's peer
 */
export function clientAddress(
  peer: string,
  headers: IncomingHttpHeaders,
  trustedHops: number,
): ClientAddress {
  if (trustedHops === 0) return { address: normalize(peer), isCertain: !isProxied(headers) };
  const entry = withoutPort(forwardedEntry(forwardedFor(headers), trustedHops));
  if (isIPv4(entry)) return { address: entry, isCertain: true };
  if (ipaddr.isValid(entry)) return { address: normalize(entry), isCertain: true };
  const uncertain = { address: normalize(peer), isCertain: false };
  return entry === "" ? uncertain : { ...uncertain, unreadable: entry };
}

/** Some proxies append the port: `203.0.113.7:51234`, `[2001:db8::1]:443`. */
function withoutPort(entry: string): string {
  const { bracketed, address } = WITH_PORT.exec(entry)?.groups ?? {};
  return bracketed ?? address ?? entry;
}

/** `X-Forwarded-For` as one list; empty when absent. */
export function forwardedFor(headers: IncomingHttpHeaders): string {
  const forwarded = headers["x-forwarded-for"];
  return typeof forwarded === "string" ? forwarded : (forwarded ?? []).join(",");
}

/**
 * The entry `hops` from the right. Scans from the right, so a long prefix from the client costs
 * nothing. Empty when there are fewer: the request did not pass all proxies, so none is trusted.
 */
function forwardedEntry(list: string, hops: number): string {
  let end = list.length;
  for (let hop = 1; ; hop += 1) {
    // Searching from -1 would find a leading comma.
    const comma = end === 0 ? -1 : list.lastIndexOf(",", end - 1);
    if (hop === hops) return list.slice(comma + 1, end).trim();
    if (comma === -1) return "";
    end = comma;
  }
}

/**
 * Whether a request was sent from this machine. Always false behind a proxy: without the header, a
 * forwarded request looks local.
 */
export function isThisMachine(
  peer: string,
  headers: IncomingHttpHeaders,
  isBehindProxy: boolean,
): boolean {
  if (isBehindProxy || isProxied(headers)) return false;
  return isInNetworks(peer, LOOPBACK) && isLoopbackHost(headers.host ?? "");
}

/** Whether a `Host` is a loopback name. Another site could point its own name here. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOST.test(host);
}

/** Whether the headers show that a proxy forwarded the request. */
export function isProxied(headers: IncomingHttpHeaders): boolean {
  return PROXY_HEADERS.some((name) => headers[name] !== undefined);
}

/** Whether an address is in one of the networks (`10.0.0.0/8`, or a single address). */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0 || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => {
    const [range, bits] = network.includes("/")
      ? ipaddr.parseCIDR(network)
      : [ipaddr.process(network), undefined];
    if (range.kind() !== parsed.kind()) return false;
    return parsed.match(range, bits ?? (parsed.kind() === "ipv4" ? 32 : 128));
  });
}

/** Unwraps IPv4 addresses that arrive on a dual-stack socket as IPv6. */
function normalize(address: string): string {
  // The common case needs no parser.
  if (isIPv4(address)) return address;
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}
