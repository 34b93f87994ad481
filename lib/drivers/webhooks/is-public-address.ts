import ipaddr from "ipaddr.js";

/** Prefixes whose last or middle bits are an IPv4 address: a gateway may forward to it. */
const NAT64 = ipaddr.parseCIDR("64:ff9b::/96");
const LOCAL_NAT64 = ipaddr.parseCIDR("64:ff9b:1::/48");
const SITE_LOCAL = ipaddr.parseCIDR("fec0::/10");

/**
 * Whether an IP address is on the public internet. False for loopback, private, link-local (which
 * has the metadata services of clouds), shared, multicast, documentation and reserved addresses, and
 * for IPv6 forms that contain an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // `::ffff:10.0.0.1` becomes 10.0.0.1.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  if (parsed instanceof ipaddr.IPv4) return true;
  return ![NAT64, LOCAL_NAT64, SITE_LOCAL].some(([range, bits]) => parsed.match(range, bits));
}

/** Whether an IP address is this machine's own loopback. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}
