import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * A network that shares a quota: `factor` times that of one caller. `hash` is 32 bits of its key.
 */
export type NetworkBucket = { key: string; factor: number; hash: number };

/** The rate-limit keys of one caller: its own and those of its networks. */
export type Buckets = { own: string; networks: readonly NetworkBucket[] };

/**
 * Quota multipliers of networks. Providers assign an IPv6 /56 to a household and a /48 to a hosting
 * customer, so addresses there cost nothing; the IPv4 addresses of a /24 often have many owners.
 */
const NETWORK_FACTORS = { ipv4: { 24: 8 }, ipv6: { 56: 2, 48: 8 } } as const;

/** Random, so that nobody can choose networks whose hashes collide with another's. */
const HASH_SEED = Math.floor(Math.random() * 2 ** 32);

/** Buckets without networks, for limits per wallet or user. */
export function subjectBuckets(subject: string): Buckets {
  return { own: subject, networks: [] };
}

/**
 * Quota multiplier of a domain, whose owner can give one server any number of names. Larger than 1,
 * because the names in domains such as `co.uk` have many owners.
 */
const DOMAIN_FACTOR = 10;

/** The buckets of a host of a URL: a name and the domains that it is in, or those of its address. */
export function hostBuckets(hostname: string): Buckets {
  const host = hostname.replace(/\.+$/, "").replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(host)) return addressBuckets(host);
  const labels = host.split(".");
  const domains = labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join("."));
  // A name and the domain of others are counted apart.
  const networks = domains.map((domain) => networkBucket(`*.${domain}`, DOMAIN_FACTOR));
  return { own: host, networks };
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
  // FNV-1a with final mixing, because the tables use only the low bits.
  let hash = HASH_SEED ^ 0x811c9dc5;
  for (let i = 0; i < key.length; i += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return { key, factor, hash: (hash ^ (hash >>> 16)) >>> 0 };
}
