import ipaddr from "ipaddr.js";

/** All global unicast addresses of IPv6 (RFC 4291). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an address belongs to the public internet: not to this machine, a private network, a
 * cloud's metadata service, or a range that is translated to IPv4. Every connection to a
 * user-supplied address is checked with it when it is opened.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6);
}

/** Whether an address is this machine's own loopback. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}
