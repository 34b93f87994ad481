import { seedToken } from "../seed-market";
import type { LoadRequest } from "./generate-load";

const CHAIN = "base-sepolia";
/** More than the server caches addresses. */
const DISTINCT = 5_000;
/** Each is an IPv4 address behind one trusted proxy, so that each is counted separately. */
const CALLERS = 64;

const from = (n: number) => ({ "x-forwarded-for": `198.18.0.${n % CALLERS}` });
/** The same request repeated by every caller. */
export function hotRequests(path: string, headers: Record<string, string> = {}): LoadRequest[] {
  return Array.from({ length: CALLERS }, (_, n) => ({ path, headers: { ...from(n), ...headers } }));
}

/** Requests that differ as much as a market of this size allows. */
export function coldRequests(tokens: number): { name: string; requests: LoadRequest[] }[] {
  const base = `/v1/${CHAIN}/tokens`;
  const many = (path: (n: number) => string): LoadRequest[] =>
    Array.from({ length: DISTINCT }, (_, n) => ({ path: path(n), headers: from(n) }));
  // A prime stride visits every token before it repeats one.
  const any = (n: number) => seedToken((n * 7_919) % tokens);
  const traded = (n: number) => seedToken((n * 7) % Math.min(100, tokens));
  return [
    { name: "list of 50", requests: many(() => `${base}?limit=50`) },
    { name: "list of 50, any page", requests: many((n) => `${base}?offset=${(n * 53) % tokens}`) },
    { name: "basic details, any token", requests: many((n) => `${base}/${any(n)}`) },
    { name: "details, any token", requests: many((n) => `${base}/${any(n)}/details`) },
    { name: "price, any token", requests: many((n) => `${base}/${any(n)}/price`) },
    { name: "price, 100 most traded", requests: many((n) => `${base}/${traded(n)}/price`) },
    { name: "holders of 100,000", requests: many(() => `${base}/${seedToken(0)}/holders`) },
    { name: "trades, any token", requests: many((n) => `${base}/${any(n)}/trades`) },
    { name: "search", requests: many((n) => `/v1/${CHAIN}/search?q=token+${n % tokens}`) },
    { name: "search, typo", requests: many((n) => `/v1/${CHAIN}/search?q=tokne+${n % tokens}`) },
  ];
}

export const HOT = [
  { name: "list of 50", path: `/v1/${CHAIN}/tokens?limit=50`, headers: {} },
  {
    name: "list of 50, gzip",
    path: `/v1/${CHAIN}/tokens?limit=50`,
    headers: { "accept-encoding": "gzip" },
  },
  { name: "price", path: `/v1/${CHAIN}/tokens/${seedToken(0)}/price`, headers: {} },
] as const;
