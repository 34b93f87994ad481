import { z } from "zod";
import { CHAIN_SLUGS, isChainSlug } from "../../shared/chains";

/** Types of environment variables and the metadata of each variable. */

const httpUrl = z.url({ protocol: /^https?$/ });
/** `fetch` rejects a URL with a user, and its error quotes the password. */
export const url = httpUrl.refine(
  (text) => !hasUser(text),
  "must have no user and no password before the host",
);
/**
 * A node's URL, also with a user and password, which viem sends in a header: only with a user, and
 * only Latin-1. `fetch` rejects other URLs at each call.
 */
export const rpcUrl = httpUrl
  .refine(hasUserForPassword, "has a password but no user before it")
  .refine(
    hasReadableUser,
    "has a user or password that is not percent-encoded, or has characters outside Latin-1",
  );
/** Protocol, host and port of a URL, in the form in which browsers write them. */
export const origin = url
  .refine(isOrigin, "must have no path, no query and no hash")
  .transform((text) => new URL(text).origin);
/** A URL whose client decodes its user and password, and crashes where it cannot. */
const decodedUrl = (protocol: RegExp) =>
  z
    .url({ protocol })
    .refine(hasDecodableUser, "has a user or password that is not percent-encoded: write % as %25");
export const redisUrl = decodedUrl(/^rediss?$/);
export const smtpUrl = decodedUrl(/^smtps?$/);
export const postgresAddress = z.url({ protocol: /^postgres(ql)?$/ });
export const wholeNumberBetween = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().min(min).max(max));
export const hexText = (bytes: number) =>
  z
    .string()
    .regex(
      new RegExp(`^0x[0-9a-fA-F]{${bytes * 2}}$`),
      `must be 0x and ${bytes * 2} hex characters`,
    )
    .refine((value): value is `0x${string}` => value.startsWith("0x"));
/** Number of points of secp256k1, the curve of Ethereum's keys. */
const CURVE_ORDER = "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
/** A number from 1 to below the order of the curve; compared as text, which has the same length. */
export const privateKey = hexText(32).refine(
  (text) => /[1-9a-f]/i.test(text.slice(2)) && text.toLowerCase() < CURVE_ORDER,
  "is not a private key: it is 0 or too large",
);
export const list = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);
export const chainList = list.pipe(
  z.array(z.string().refine(isChainSlug, `must be of: ${CHAIN_SLUGS.join(", ")}`)).min(1),
);
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).pathname === "/" && !/[?#]/.test(text);
}

function hasUser(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username !== "" || password !== "";
}

function hasUserForPassword(text: string): boolean {
  return !hasUser(text) || new URL(text).username !== "";
}

/** User and password, decoded; null where that fails. */
function decodeUser(text: string): string[] | null {
  if (!hasUser(text)) return [];
  const { username, password } = new URL(text);
  try {
    return [username, password].map(decodeURIComponent);
  } catch {
    return null;
  }
}

function hasDecodableUser(text: string): boolean {
  return decodeUser(text) !== null;
}

function hasReadableUser(text: string): boolean {
  return decodeUser(text)?.every((part) => /^[\0-\xff]*$/.test(part)) ?? false;
}

/** One URL (`https://…`) or several, comma-separated, for failover. */
export const urlList = list.pipe(z.array(rpcUrl).min(1));
export const cidrList = list.pipe(z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])));
/** Names of numbers, such as 10.0.0.300, are IPv4 addresses in a URL, and invalid ones. */
export const hostName = z
  .string()
  .refine(
    (text) => /^[a-z0-9]([a-z0-9_.-]*[a-z0-9])?$/i.test(text) && URL.canParse(`http://${text}`),
    "must be a host name",
  );
export const listenAddress = z.union([hostName, z.ipv6()], {
  error: "must be an IP address or a host name, without brackets and port",
});
/**
 * Used in an HTTP header; `fetch` quotes a value that it cannot send in its error, so it is
 * validated here.
 */
export const credential = z
  .string()
  .regex(/^[\x21-\x7e]+$/, "must be ASCII characters without spaces");
/** A folder in a bucket; the value ends with a slash, or is empty. */
export const region = z.string().regex(/^[a-z0-9-]+$/, "must be the name of a region");
export const bucketFolder = z
  .string()
  .regex(/^[\w-]+(\/[\w-]+)*\/?$/, "must be a path of letters, digits, _ and -")
  .transform((path) => `${path.replace(/\/$/, "")}/`);
export const fraction = z
  .string()
  .regex(/^\d+(\.\d+)?$/, "must be a number from 0 to 1")
  .transform(Number)
  .pipe(z.number().min(0).max(1));
export const wei = z.string().regex(/^\d+$/, "must be wei as a whole number").transform(BigInt);
/** Fewer than the blocks whose hashes the indexer remembers. */
export const confirmations = wholeNumberBetween(0, 1_000);
const usdc = z.string().regex(/^\d+$/, "must be USDC with 6 decimals as a whole number");
/** Launches with another starting market cap fail: `MarketCapPrice.sol` has these bounds. */
const [CAP_MIN, CAP_MAX] = [100_000_000n, 1_000_000_000_000_000n];
const clampCap = (text: string): string => {
  const cap = BigInt(text);
  return String(cap < CAP_MIN ? CAP_MIN : cap > CAP_MAX ? CAP_MAX : cap);
};
/** A starting market cap. */
export const marketCapUsdc = usdc.refine(
  // A text that is no number has its own problem.
  (text) => !/^\d+$/.test(text) || clampCap(text) === String(BigInt(text)),
  "must be 100000000 ($100) to 1000000000000000 ($1 billion)",
);
/** A limit of starting market caps. One that the contract does not reach, such as 0, becomes the contract's. */
export const marketCapLimitUsdc = usdc.transform(clampCap);

/** Topics of variables, in the order of the documents. */
export const VARIABLE_TOPICS = {
  server: "Server",
  chains: "Chains",
  services: "Database, rate-limit store, job engine",
  wallets: "Wallets",
  accounts: "Sign-in and payouts",
  names: "Names of addresses",
  storage: "File storage",
  media: "Images, videos, IPFS",
  limits: "Limits",
  admin: "Operator's console",
  tracing: "Traces",
  brand: "Brand",
  legal: "Legal",
  alerts: "Alerts",
} as const;

/**
 * `example` is shown when the value is wrong; the supervisor sets `internal` ones for its children.
 */
declare module "zod" {
  interface GlobalMeta {
    example?: string;
    internal?: boolean;
    topic?: keyof typeof VARIABLE_TOPICS;
  }
}
