import { resolve } from "node:path";
import { z } from "zod";
import { CHAIN_SLUGS, type ChainSlug, isChainSlug } from "./domain/chains";
import { MODERATION_RULES } from "./domain/moderation";

/**
 * The only reader of the process environment. Every variable has a rule and an example; a wrong one
 * stops the start with its name, what was wrong and the example. Empty strings count as not set.
 */

const url = z.url({ protocol: /^https?$/ });
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().min(min).max(max));
const hex = (bytes: number) =>
  z
    .string()
    .regex(
      new RegExp(`^0x[0-9a-fA-F]{${bytes * 2}}$`),
      `must be 0x and ${bytes * 2} hex characters`,
    )
    .refine((value): value is `0x${string}` => value.startsWith("0x"));
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);
const chainList = list.pipe(
  z.array(z.string().refine(isChainSlug, `must be of: ${CHAIN_SLUGS.join(", ")}`)).min(1),
);
/** One address (`https://…`) or several, comma-separated, for failover. */
const urlList = list.pipe(z.array(url).min(1));
const cidrList = list.pipe(z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])));
/** Goes into an HTTP header; `fetch` quotes a value that it cannot send, so it is checked here. */
const credential = z.string().regex(/^[\x21-\x7e]+$/, "must be ASCII characters without spaces");
const fraction = z
  .string()
  .regex(/^\d+(\.\d+)?$/, "must be a number from 0 to 1")
  .transform(Number)
  .pipe(z.number().min(0).max(1));
const wei = z.string().regex(/^\d+$/, "must be wei as a whole number").transform(BigInt);
/** Fewer than the blocks whose hashes the indexer remembers. */
const confirmations = wholeNumber(0, 1_000);
const usdc = z.string().regex(/^\d+$/, "must be USDC with 6 decimals as a whole number");

/** Parts that the sandbox supervisor runs in place of a real service. */
export const SANDBOX_PARTS = ["database", "store", "jobs", ...CHAIN_SLUGS] as const;
export type SandboxPart = (typeof SANDBOX_PARTS)[number];
const isSandboxPart = (value: string): value is SandboxPart =>
  SANDBOX_PARTS.some((part) => part === value);

/** `example` is shown when the value is wrong; `internal` ones are set by the supervisor for its own children. */
declare module "zod" {
  interface GlobalMeta {
    example?: string;
    internal?: boolean;
  }
}

/** Each entry's `meta()` holds an example and whether it is internal. */
export const variables = z.object({
  NODE_ENV: z
    .enum(["production", "development", "test"])
    .default("production")
    .meta({ example: "production" }),
  PORT: wholeNumber(1, 65_535).default(3000).meta({ example: "3000" }),
  HOST: z.string().optional().meta({ example: "127.0.0.1" }),
  DATA_DIR: z.string().default(".data").meta({ example: ".data" }),
  PUBLIC_URL: url.optional().meta({ example: "https://launch.example.com" }),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .meta({ example: "info" }),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 10).default(0).meta({ example: "1" }),
  RATE_LIMIT_EXEMPT: cidrList.default([]).meta({ example: "10.0.0.0/8,2001:db8::/32" }),
  RATE_LIMIT_DATA_PER_MINUTE: wholeNumber(1, 1_000_000).default(300).meta({ example: "300" }),
  METRICS_TOKEN: credential.optional().meta({ example: "a-long-random-text" }),
  MICRO_CACHE_BYTES_MAX: wholeNumber(0, 2 ** 34)
    .default(64 * 2 ** 20)
    .meta({ example: "67108864" }),
  STREAM_CLIENTS_MAX: wholeNumber(0, 100_000).default(5_000).meta({ example: "5000" }),
  STREAM_CLIENTS_PER_ADDRESS: wholeNumber(1, 100_000).default(20).meta({ example: "20" }),
  DATA_CHAINS: chainList.default(["base", "base-sepolia"]).meta({ example: "base,base-sepolia" }),
  DATABASE_URL: postgresUrl
    .optional()
    .meta({ example: "postgres://user:password@localhost:5432/slipway" }),
  UPSTASH_REDIS_REST_URL: url.optional().meta({ example: "https://eu1-example.upstash.io" }),
  UPSTASH_REDIS_REST_TOKEN: z.string().min(1).optional().meta({ example: "AXlkACQ…" }),
  INNGEST_SIGNING_KEY: z.string().min(1).optional().meta({ example: "signkey-prod-…" }),
  INNGEST_EVENT_KEY: z.string().min(1).optional().meta({ example: "event-key-…" }),
  INNGEST_BASE_URL: url.optional().meta({ example: "https://inngest.example.com" }),
  RPC_URL_BASE: urlList.optional().meta({ example: "https://mainnet.base.org" }),
  RPC_URL_BASE_SEPOLIA: urlList.optional().meta({ example: "https://sepolia.base.org" }),
  RPC_URL_ROBINHOOD: urlList.optional().meta({ example: "https://rpc.example.com" }),
  CONFIRMATIONS_BASE: confirmations.optional().meta({ example: "2" }),
  CONFIRMATIONS_BASE_SEPOLIA: confirmations.optional().meta({ example: "2" }),
  CONFIRMATIONS_ROBINHOOD: confirmations.optional().meta({ example: "2" }),
  DEPLOYMENTS_DIR: z.string().default("contracts/deployments").meta({ example: "deployments" }),
  SERVER_WALLET_PRIVATE_KEY: hex(32)
    .optional()
    .meta({ example: `0x${"11".repeat(32)}` }),
  WALLET_SEED_KEY: hex(32)
    .optional()
    .meta({ example: `0x${"22".repeat(32)}` }),
  PRIVY_APP_ID: credential.optional().meta({ example: "clpispdty00ycl80fpueukbhl" }),
  PRIVY_APP_SECRET: credential.optional().meta({ example: "privy-app-secret" }),
  PRIVY_AUTHORIZATION_KEY: credential.optional().meta({ example: "wallet-auth:MIGHAgEAMBMG" }),
  PRIVY_SIGNER_ID: credential.optional().meta({ example: "clx3h8h2n0000key0quorum" }),
  PRIVY_API_URL: url.optional().meta({ example: "https://api.privy.io" }),
  X_BEARER_TOKEN: credential.optional().meta({ example: "AAAAAAAAAAAAAAAAAAAAAA" }),
  X_API_URL: url.optional().meta({ example: "https://api.x.com" }),
  FARCASTER_NAMES_URL: url.optional().meta({ example: "https://fnames.farcaster.xyz" }),
  PINATA_JWT: credential.optional().meta({ example: "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl" }),
  PINATA_UPLOAD_URL: url.optional().meta({ example: "https://uploads.pinata.cloud" }),
  KUBO_RPC_URL: url.optional().meta({ example: "http://127.0.0.1:5001" }),
  KUBO_RPC_TOKEN: credential.optional().meta({ example: "kubo-bearer-token" }),
  IPFS_GATEWAY_URL: url.optional().meta({ example: "https://trustless-gateway.link" }),
  MODERATOR_URL: url.optional().meta({ example: "https://moderator.example.com/classify" }),
  MODERATOR_TOKEN: credential.optional().meta({ example: "moderator-token" }),
  MODERATION_EXPLICIT_THRESHOLD: fraction
    .default(MODERATION_RULES.explicit.threshold)
    .meta({ example: "0.6" }),
  MODERATION_SUGGESTIVE_THRESHOLD: fraction
    .default(MODERATION_RULES.suggestive.threshold)
    .meta({ example: "0.85" }),
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/, "must be 32 hex characters")
    .optional()
    .meta({ example: "0123456789abcdef0123456789abcdef" }),
  MARKET_CAP_DEFAULT_USDC: usdc.default("4000000000").meta({ example: "4000000000" }),
  MARKET_CAP_MIN_USDC: usdc.default("1000000000").meta({ example: "1000000000" }),
  MARKET_CAP_MAX_USDC: usdc.default("1000000000000000").meta({ example: "1000000000000000" }),
  NEXTAUTH_SECRET: z
    .string()
    .min(32, "must have at least 32 characters")
    .optional()
    .meta({ example: "the output of: openssl rand -base64 32" }),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .meta({ example: "smtps://user:password@mail.example.com:465" }),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]+@[^\r\n]+$/, "must be an address, with or without a name")
    .optional()
    .meta({ example: "Slipway <hello@example.com>" }),
  X_CLIENT_ID: credential.optional().meta({ example: "bGF1bmNoLWV4YW1wbGU" }),
  X_CLIENT_SECRET: credential.optional().meta({ example: "x-client-secret" }),
  FARCASTER_RPC_URL: url.optional().meta({ example: "https://mainnet.optimism.io" }),
  PAYOUT_MINIMUM_WEI: wei.default(100_000_000_000_000n).meta({ example: "100000000000000" }),
  PAYOUT_GAS_FACTOR: wholeNumber(1, 1_000).default(2).meta({ example: "2" }),
  MEDIA_DISK_BYTES_MAX: wholeNumber(1, Number.MAX_SAFE_INTEGER)
    .default(10 * 1024 ** 3)
    .meta({ example: "10737418240" }),
  FFMPEG_PATH: z.string().optional().meta({ example: "/usr/bin/ffmpeg" }),
  CLOUDFLARE_ACCOUNT_ID: credential
    .optional()
    .meta({ example: "023e105f4ecef8ad9ca31a8372d0c353" }),
  CLOUDFLARE_STREAM_TOKEN: credential.optional().meta({ example: "stream-edit-token" }),
  CLOUDFLARE_STREAM_WEBHOOK_SECRET: credential
    .optional()
    .meta({ example: "85011ed3a913c6ad5f9cf6c5573cc0a7" }),
  CLOUDFLARE_API_URL: url.optional().meta({ example: "https://api.cloudflare.com/client/v4" }),
  SANDBOX_POSTGRES_FSYNC: z.enum(["on", "off"]).default("off").meta({ example: "off" }),
  SANDBOX_PARTS: list
    .pipe(z.array(z.string().refine(isSandboxPart)))
    .default([])
    .meta({ example: "database,store,jobs,base", internal: true }),
  SANDBOX_FAUCET_TOKEN: z.string().min(1).optional().meta({ example: "…", internal: true }),
  ENGINE_PORT: wholeNumber(1, 65_535).optional().meta({ example: "8288", internal: true }),
  ENGINE_APP_URL: url
    .optional()
    .meta({ example: "http://127.0.0.1:3000/api/inngest", internal: true }),
  STORE_PORT: wholeNumber(1, 65_535).optional().meta({ example: "8079", internal: true }),
  STORE_FILE: z.string().optional().meta({ example: ".data/store.log", internal: true }),
});

export type VariableName = keyof typeof variables.shape;
type Values = z.output<typeof variables>;
export type Env = Values & {
  /** `DATA_DIR` as an absolute path. */
  dataDir: string;
  /** Where people reach the service, without a trailing slash. */
  publicUrl: string;
  isSandbox(part: SandboxPart): boolean;
  /** Where IPFS content is stored and read. */
  ipfs: {
    dataDir: string;
    pinataJwt: string | undefined;
    pinataUploadUrl: string | undefined;
    kuboUrl: string | undefined;
    kuboToken: string | undefined;
    gatewayUrl: string | undefined;
  };
  /** RPC addresses of a chain, first one preferred; null while the chain is not configured. */
  rpcUrls(chain: ChainSlug): readonly string[] | null;
  /** Blocks below a chain's head that the indexer leaves alone; null where nothing is set. */
  confirmations(chain: ChainSlug): number | null;
};

/** How variables of one chain end. */
const SUFFIXES = {
  base: "BASE",
  "base-sepolia": "BASE_SEPOLIA",
  robinhood: "ROBINHOOD",
} as const satisfies Record<ChainSlug, string>;

/** Thrown with one line for each wrong variable. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}

function isVariableName(name: string): name is VariableName {
  return Object.hasOwn(variables.shape, name);
}

function exampleOf(name: VariableName): string {
  return ` Example: ${name}=${variables.shape[name].meta()?.example ?? ""}`;
}

/** Half a configured service is a mistake, not a reason to fall back to the embedded one. */
function checkPairs(values: Values): void {
  const pairs = [
    ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"],
    ["INNGEST_SIGNING_KEY", "INNGEST_EVENT_KEY"],
    ["PRIVY_APP_ID", "PRIVY_APP_SECRET"],
    ["PRIVY_AUTHORIZATION_KEY", "PRIVY_SIGNER_ID"],
    ["SMTP_URL", "MAIL_FROM"],
    ["X_CLIENT_ID", "X_CLIENT_SECRET"],
    ["MODERATOR_URL", "MODERATOR_TOKEN"],
    ["CLOUDFLARE_ACCOUNT_ID", "CLOUDFLARE_STREAM_TOKEN"],
  ] as const;
  if (values.STORE_PORT !== undefined) return;
  for (const [first, second] of pairs) {
    if ((values[first] === undefined) === (values[second] === undefined)) continue;
    const missing = values[first] === undefined ? first : second;
    throw new EnvError(
      `The environment is wrong:\n  ${missing}: ${first} and ${second} go together.${exampleOf(missing)}`,
    );
  }
}

/**
 * Reads and checks the environment.
 * @param source the variables, by default those of the process
 * @throws EnvError naming each wrong variable with an example
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([name, value]) => isVariableName(name) && value !== ""),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0] ?? "");
      return `${name}: ${issue.message}.${isVariableName(name) ? exampleOf(name) : ""}`;
    });
    throw new EnvError(`The environment is wrong:\n  ${lines.join("\n  ")}`);
  }
  const values = parsed.data;
  checkPairs(values);
  const dataDir = resolve(/* turbopackIgnore: true */ values.DATA_DIR);
  return {
    ...values,
    dataDir,
    ipfs: {
      dataDir,
      pinataJwt: values.PINATA_JWT,
      pinataUploadUrl: values.PINATA_UPLOAD_URL,
      kuboUrl: values.KUBO_RPC_URL,
      kuboToken: values.KUBO_RPC_TOKEN,
      gatewayUrl: values.IPFS_GATEWAY_URL,
    },
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ""),
    isSandbox: (part) => values.SANDBOX_PARTS.includes(part),
    rpcUrls: (chain) => values[`RPC_URL_${SUFFIXES[chain]}` as const] ?? null,
    confirmations: (chain) => values[`CONFIRMATIONS_${SUFFIXES[chain]}` as const] ?? null,
  };
}

/**
 * A variable that this process cannot work without.
 * @throws EnvError with the name and an example
 */
export function required<Name extends VariableName>(env: Env, name: Name): NonNullable<Env[Name]> {
  const value = env[name];
  if (value === undefined || value === null) {
    throw new EnvError(`${name} is not set.${exampleOf(name)}`);
  }
  return value;
}

/** The whole process environment with `overrides` laid over it: what a child process is given. */
export function childEnv(
  overrides: Partial<Record<Exclude<VariableName, "NODE_ENV">, string>> &
    Partial<Pick<Env, "NODE_ENV">>,
): NodeJS.ProcessEnv {
  return { ...process.env, ...overrides };
}

/** next-auth learns from the environment alone that it may believe the origin that we tell it. */
export function letAuthTrustOrigin(): void {
  process.env.AUTH_TRUST_HOST = "true";
}
