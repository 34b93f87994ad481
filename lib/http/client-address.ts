import ipaddr from "ipaddr.js";

/** Request header in which the front door hands the caller's true address to the routes. */
export const CLIENT_ADDRESS_HEADER = "x-slipway-client";

/**
 * The caller's address. Each trusted proxy appends the address it saw to `X-Forwarded-For`, so the
 * caller stands `trustedHops` entries from the right; what a client wrote itself stands further left
 * and is never read.
 * @param peer the socket's peer
 * @param forwardedFor the `X-Forwarded-For` value, all headers joined
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trustedHops: number,
): string {
  if (trustedHops === 0 || forwardedFor === undefined) return normalize(peer);
  const entries = forwardedFor.split(",").map((entry) => entry.trim());
  // Fewer entries than proxies: the request did not come through all of them, so trust none.
  const entry = entries.length < trustedHops ? undefined : entries[entries.length - trustedHops];
  return entry !== undefined && ipaddr.isValid(entry) ? normalize(entry) : normalize(peer);
}

/** What a caller is counted under: the IPv4 address, or the /64 network of an IPv6 address. */
export function limitBucket(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}

/** Whether an address lies in one of the networks (`10.0.0.0/8`, or a single address). */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => {
    const [range, bits] = network.includes("/")
      ? ipaddr.parseCIDR(network)
      : [ipaddr.process(network), undefined];
    if (range.kind() !== parsed.kind()) return false;
    return parsed.match(range, bits ?? (parsed.kind() === "ipv4" ? 32 : 128));
  });
}

/** IPv4 addresses that arrive on a dual-stack socket lose their IPv6 wrapping. */
function normalize(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}
