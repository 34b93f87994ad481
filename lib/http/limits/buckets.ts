import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

/** A network that shares a quota: `factor` times what one caller has. `hash` is 32 bits of its key. */
export type NetworkBucket = { key: string; factor: number; hash: number };

/** What requests of one caller are counted under: the caller, and each network around it. */
export type Buckets = { own: string; networks: readonly NetworkBucket[] };

/**
 * How many callers' quotas a network has. Providers hand a household an IPv6 /56 and a customer with
 * servers a /48, so an address costs nothing there; IPv4 addresses of a /24 often have many owners.
 */
const NETWORK_FACTORS = { ipv4: { 24: 8 }, ipv6: { 56: 2, 48: 8 } } as const;

/** Random, so that a stranger cannot choose networks whose hashes are those of somebody else's. */
const HASH_SEED = Math.floor(Math.random() * 2 ** 32);

/** A bucket without networks, for limits by wallet or user. */
export function subjectBuckets(subject: string): Buckets {
  return { own: subject, networks: [] };
}

/** The buckets of an address: an IPv4 address and its /24, or an IPv6 /64 and its /56 and /48. */
export function addressBuckets(address: string): Buckets {
  if (isIPv4(address)) return ipv4Buckets(address);
  if (!ipaddr.isValid(address)) return subjectBuckets(address);
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6) {
    const [a = 0, b = 0, c = 0, d = 0] = parsed.parts;
    const hex = (...parts: number[]) => parts.map((part) => part.toString(16)).join(":");
    return {
      own: `${hex(a, b, c, d)}::/64`,
      networks: [
        networkBucket(`${hex(a, b, c, d & 0xff00)}::/56`, NETWORK_FACTORS.ipv6[56]),
        networkBucket(`${hex(a, b, c)}::/48`, NETWORK_FACTORS.ipv6[48]),
      ],
    };
  }
  return ipv4Buckets(parsed.toString());
}

function ipv4Buckets(address: string): Buckets {
  const key = `${address.slice(0, address.lastIndexOf("."))}.0/24`;
  return { own: address, networks: [networkBucket(key, NETWORK_FACTORS.ipv4[24])] };
}

function networkBucket(key: string, factor: number): NetworkBucket {
  // FNV-1a with its bits mixed once more, because tables use only the low ones.
  let hash = HASH_SEED ^ 0x811c9dc5;
  for (let i = 0; i < key.length; i += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return { key, factor, hash: (hash ^ (hash >>> 16)) >>> 0 };
}
