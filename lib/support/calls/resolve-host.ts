import { Resolver } from "node:dns/promises";

const ATTEMPT_MS_MAX = 2_000;

export type ResolvedAddress = { address: string; family: 4 | 6 };

/** Resolves a host name. @returns its addresses; empty if it has none */
export type ResolveHost = (host: string) => Promise<ResolvedAddress[]>;

/**
 * Queries the DNS servers directly: `getaddrinfo` has no time limit and blocks one of the few
 * threads that file access needs too, so slow third-party DNS servers would slow the whole process.
 * It also ignores the hosts file, whose names must not be reachable through user-supplied hosts.
 */
export const resolveHost: ResolveHost = async (host) => {
  const resolver = new Resolver({ timeout: ATTEMPT_MS_MAX, tries: 2 });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [
    ...(v4.status === "fulfilled" ? v4.value : []).map((address) => ({
      address,
      family: 4 as const,
    })),
    ...(v6.status === "fulfilled" ? v6.value : []).map((address) => ({
      address,
      family: 6 as const,
    })),
  ];
  if (found.length === 0 && v4.status === "rejected") throw v4.reason;
  return found;
};
