import { z } from "zod";
import { CHAIN_SLUGS, isChainSlug } from "../domain/chains";
import { MODERATION_RULES } from "../domain/moderation";

/** Every variable of the environment: its rule, and what documents say about it. `lib/env.ts` reads them. */

const url = z.url({ protocol: /^https?$/ });
const redisUrl = z.url({ protocol: /^rediss?$/ });
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
const hostName = z.string().regex(/^[a-z0-9]([a-z0-9_.-]*[a-z0-9])?$/i, "must be a host name");
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

/** What variables are about, in the order of the documents. */
export const VARIABLE_TOPICS = {
  server: "The server",
  chains: "Chains",
  services: "Database, rate-limit store, job engine",
  wallets: "Wallets",
  accounts: "Signing in and payouts",
  media: "Pictures, videos, IPFS",
  limits: "Limits",
} as const;

/** `example` is shown when the value is wrong; `internal` ones are set by the supervisor for its own children. */
declare module "zod" {
  interface GlobalMeta {
    example?: string;
    internal?: boolean;
    topic?: keyof typeof VARIABLE_TOPICS;
  }
}

/** Each entry's `meta()` holds an example and whether it is internal. */
export const variables = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("production").meta({
    example: "production",
    topic: "server",
    description: "How it runs; `development` adds hot reload and nothing else should set it.",
  }),
  PORT: wholeNumber(1, 65_535)
    .default(3000)
    .meta({ example: "3000", topic: "server", description: "Where it listens." }),
  HOST: z.string().optional().meta({
    example: "0.0.0.0",
    topic: "server",
    description:
      "The address it listens on. When unset: all addresses, or 127.0.0.1 while a chain is a sandbox.",
  }),
  ALLOWED_HOSTS: list.pipe(z.array(hostName)).default([]).meta({
    example: "launch.internal,web",
    topic: "server",
    description:
      "Host names that it answers beside that of `PUBLIC_URL`, loopback names and IP addresses.",
  }),
  DATA_DIR: z.string().default(".data").meta({
    example: ".data",
    topic: "server",
    description: "Where everything embedded keeps its data. Deleting it is a clean start.",
  }),
  PUBLIC_URL: url.optional().meta({
    example: "https://launch.example.com",
    topic: "server",
    description:
      "How people reach the service; https switches HSTS on. `http://localhost:PORT` when unset.",
  }),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .meta({
      example: "info",
      topic: "server",
      description: "The least important lines that are logged.",
    }),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 10)
    .default(0)
    .meta({
      example: "1",
      topic: "server",
      description:
        "How many proxies are in front of this server. The caller is that many `X-Forwarded-For` " +
        "entries from the right; a request with fewer is never this machine nor exempt.",
    }),
  RATE_LIMIT_EXEMPT: cidrList.default([]).meta({
    example: "10.0.0.0/8,2001:db8::/32",
    topic: "limits",
    description: "Callers that no rate limit applies to.",
  }),
  RATE_LIMIT_DATA_PER_MINUTE: wholeNumber(1, 1_000_000).default(300).meta({
    example: "300",
    topic: "limits",
    description: "Requests a minute of one caller to the data interface.",
  }),
  METRICS_TOKEN: credential.optional().meta({
    example: "a-long-random-text",
    topic: "server",
    description:
      "Shows `/metrics` to whoever sends it as a bearer token. Without it only this machine may " +
      "ask, and only while no proxy is configured.",
  }),
  MICRO_CACHE_BYTES_MAX: wholeNumber(0, 2 ** 34)
    .default(64 * 2 ** 20)
    .meta({
      example: "67108864",
      topic: "limits",
      description:
        "Memory for answers of the data interface that are held for some seconds; 0 switches that off.",
    }),
  STREAM_CLIENTS_MAX: wholeNumber(0, 100_000)
    .default(5_000)
    .meta({ example: "5000", topic: "limits", description: "Open event streams of one process." }),
  STREAM_CLIENTS_PER_ADDRESS: wholeNumber(1, 100_000)
    .default(20)
    .meta({ example: "20", topic: "limits", description: "Open event streams of one address." }),
  DATA_CHAINS: chainList.default(["base", "base-sepolia"]).meta({
    example: "base,base-sepolia",
    topic: "chains",
    description: "Chains that the data interface serves.",
  }),
  DATABASE_URL: postgresUrl.optional().meta({
    example: "postgres://user:password@localhost:5432/slipway",
    topic: "services",
    description: "PostgreSQL.",
  }),
  REDIS_URL: redisUrl.optional().meta({
    example: "redis://:password@redis.example.com:6379",
    topic: "services",
    description:
      "Counts requests for the rate limits: a Redis or Valkey server, not a cluster; `rediss://` for TLS.",
  }),
  UPSTASH_REDIS_REST_URL: url.optional().meta({
    example: "https://eu1-example.upstash.io",
    topic: "services",
    description: "The same at Upstash, in place of `REDIS_URL`.",
  }),
  UPSTASH_REDIS_REST_TOKEN: z
    .string()
    .min(1)
    .optional()
    .meta({ example: "AXlkACQ…", topic: "services", description: "Its token." }),
  INNGEST_SIGNING_KEY: z.string().min(1).optional().meta({
    example: "signkey-prod-…",
    topic: "services",
    description: "The job engine: Inngest Cloud, or a self-hosted one.",
  }),
  INNGEST_EVENT_KEY: z
    .string()
    .min(1)
    .optional()
    .meta({ example: "event-key-…", topic: "services", description: "Its key for events." }),
  INNGEST_BASE_URL: url.optional().meta({
    example: "https://inngest.example.com",
    topic: "services",
    description: "Its address, only when it is self-hosted.",
  }),
  INNGEST_SERVE_ORIGIN: url.optional().meta({
    example: "http://web.internal:3000",
    topic: "services",
    description: "Where the job engine reaches this web server; `PUBLIC_URL` when unset.",
  }),
  RPC_URL_BASE: urlList.optional().meta({
    example: "https://mainnet.base.org",
    topic: "chains",
    description:
      "The real Base in place of the local one; several addresses with commas for failover.",
  }),
  RPC_URL_BASE_SEPOLIA: urlList.optional().meta({
    example: "https://sepolia.base.org",
    topic: "chains",
    description: "The real Base Sepolia in place of the local one.",
  }),
  RPC_URL_ROBINHOOD: urlList.optional().meta({
    example: "https://rpc.example.com",
    topic: "chains",
    description: "The real Robinhood Chain in place of the local one.",
  }),
  CONFIRMATIONS_BASE: confirmations.optional().meta({
    example: "2",
    topic: "chains",
    description:
      "How many blocks below the head of Base the indexer stays. Unset: live, and reorganisations are taken back.",
  }),
  CONFIRMATIONS_BASE_SEPOLIA: confirmations
    .optional()
    .meta({ example: "2", topic: "chains", description: "The same for Base Sepolia." }),
  CONFIRMATIONS_ROBINHOOD: confirmations
    .optional()
    .meta({ example: "2", topic: "chains", description: "The same for Robinhood Chain." }),
  DEPLOYMENTS_DIR: z.string().default("contracts/deployments").meta({
    example: "deployments",
    topic: "chains",
    description: "Where the manifests of the contracts lie, one `<chain>.json` each.",
  }),
  SERVER_WALLET_PRIVATE_KEY: hex(32)
    .optional()
    .meta({
      example: `0x${"11".repeat(32)}`,
      topic: "chains",
      description: "The wallet that signs and pays for launches. Needed with a real chain.",
    }),
  WALLET_SEED_KEY: hex(32)
    .optional()
    .meta({
      example: `0x${"22".repeat(32)}`,
      topic: "wallets",
      description:
        "Encrypts the seed of the managed wallets, which lies in `DATA_DIR`. Keep both safe.",
    }),
  PRIVY_APP_ID: credential.optional().meta({
    example: "clpispdty00ycl80fpueukbhl",
    topic: "wallets",
    description: "Managed wallets by Privy in place of the seed; decide before the first launch.",
  }),
  PRIVY_APP_SECRET: credential
    .optional()
    .meta({ example: "privy-app-secret", topic: "wallets", description: "Its secret." }),
  PRIVY_AUTHORIZATION_KEY: credential.optional().meta({
    example: "wallet-auth:MIGHAgEAMBMG",
    topic: "wallets",
    description: "Lets people withdraw here from wallets by Privy.",
  }),
  PRIVY_SIGNER_ID: credential.optional().meta({
    example: "clx3h8h2n0000key0quorum",
    topic: "wallets",
    description: "The id of that key at Privy.",
  }),
  PRIVY_API_URL: url.optional().meta({
    example: "https://api.privy.io",
    topic: "wallets",
    description: "Another address of Privy, for a proxy.",
  }),
  X_BEARER_TOKEN: credential.optional().meta({
    example: "AAAAAAAAAAAAAAAAAAAAAA",
    topic: "wallets",
    description: "Looks up the number by which Privy knows an X user. X names need it with Privy.",
  }),
  X_API_URL: url.optional().meta({
    example: "https://api.x.com",
    topic: "wallets",
    description: "Another address of the X API, for a proxy.",
  }),
  FARCASTER_NAMES_URL: url.optional().meta({
    example: "https://fnames.farcaster.xyz",
    topic: "wallets",
    description: "Another address of Farcaster's name server, for a proxy.",
  }),
  FARCASTER_RELAY_URL: url.optional().meta({
    example: "https://relay.farcaster.xyz",
    topic: "accounts",
    description: "Another address of the relay that sign-ins with Farcaster go through.",
  }),
  PINATA_JWT: credential.optional().meta({
    example: "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl",
    topic: "media",
    description: "IPFS by Pinata.",
  }),
  PINATA_UPLOAD_URL: url.optional().meta({
    example: "https://uploads.pinata.cloud",
    topic: "media",
    description: "Another address of Pinata's uploads, for a proxy.",
  }),
  KUBO_RPC_URL: url.optional().meta({
    example: "http://127.0.0.1:5001",
    topic: "media",
    description:
      "IPFS by a Kubo node; it wins over Pinata. Without either it is a folder in `DATA_DIR`.",
  }),
  KUBO_RPC_TOKEN: credential.optional().meta({
    example: "kubo-bearer-token",
    topic: "media",
    description: "Only when the node asks for a bearer token.",
  }),
  IPFS_GATEWAY_URL: url.optional().meta({
    example: "https://trustless-gateway.link",
    topic: "media",
    description: "A trustless gateway, from which content is read that is stored elsewhere.",
  }),
  MODERATOR_URL: url.optional().meta({
    example: "https://moderator.example.com/classify",
    topic: "media",
    description: "A hosted classifier of pictures and videos in place of the embedded one.",
  }),
  MODERATOR_TOKEN: credential
    .optional()
    .meta({ example: "moderator-token", topic: "media", description: "Its token." }),
  MODERATION_EXPLICIT_THRESHOLD: fraction.default(MODERATION_RULES.explicit.threshold).meta({
    example: "0.6",
    topic: "media",
    description: "From which score on explicit content is refused.",
  }),
  MODERATION_SUGGESTIVE_THRESHOLD: fraction.default(MODERATION_RULES.suggestive.threshold).meta({
    example: "0.85",
    topic: "media",
    description: "From which score on suggestive content is refused.",
  }),
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/, "must be 32 hex characters")
    .optional()
    .meta({
      example: "0123456789abcdef0123456789abcdef",
      topic: "wallets",
      description:
        "Offers WalletConnect beside the wallets of the browser and Coinbase Wallet, on real chains.",
    }),
  MARKET_CAP_DEFAULT_USDC: usdc.default("4000000000").meta({
    example: "4000000000",
    topic: "limits",
    description: "Starting market cap of a launch that names none; USDC with 6 decimals.",
  }),
  MARKET_CAP_MIN_USDC: usdc
    .default("100000000")
    .meta({ example: "100000000", topic: "limits", description: "The lowest one that is taken." }),
  MARKET_CAP_MAX_USDC: usdc.default("1000000000000000").meta({
    example: "1000000000000000",
    topic: "limits",
    description: "The highest one that is taken.",
  }),
  NEXTAUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional().meta({
    example: "the output of: openssl rand -base64 32",
    topic: "accounts",
    description: "Encrypts the session cookies; another one signs everybody out.",
  }),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .meta({
      example: "smtps://user:password@mail.example.com:465",
      topic: "accounts",
      description:
        "Sends sign-in mails. Without it they are on `/outbox` while all chains are sandboxes.",
    }),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]+@[^\r\n]+$/, "must be an address, with or without a name")
    .optional()
    .meta({
      example: "Slipway <hello@example.com>",
      topic: "accounts",
      description: "The sender of these mails.",
    }),
  X_CLIENT_ID: credential.optional().meta({
    example: "bGF1bmNoLWV4YW1wbGU",
    topic: "accounts",
    description: "Sign-in with X. The callback is `PUBLIC_URL/api/auth/callback/twitter`.",
  }),
  X_CLIENT_SECRET: credential
    .optional()
    .meta({ example: "x-client-secret", topic: "accounts", description: "Its secret." }),
  FARCASTER_RPC_URL: url.optional().meta({
    example: "https://mainnet.optimism.io",
    topic: "accounts",
    description: "Sign-in with Farcaster: an RPC address of OP mainnet.",
  }),
  GAS_BUDGET_WEI_PER_HOUR: wei.optional().meta({
    example: "20000000000000000",
    topic: "chains",
    description:
      "What the server wallet may spend on gas per chain in any hour. Default: a tenth of its balance.",
  }),
  GAS_BUDGET_WEI_PER_DAY: wei.optional().meta({
    example: "100000000000000000",
    topic: "chains",
    description: "The same per day. Default: a third of its balance.",
  }),
  PAYOUT_MINIMUM_WEI: wei.default(100_000_000_000_000n).meta({
    example: "100000000000000",
    topic: "accounts",
    description: "The least that is paid out.",
  }),
  PAYOUT_GAS_FACTOR: wholeNumber(1, 1_000).default(2).meta({
    example: "2",
    topic: "accounts",
    description: "How many times its gas a payout must be worth.",
  }),
  MEDIA_DISK_BYTES_MAX: wholeNumber(1, Number.MAX_SAFE_INTEGER)
    .default(10 * 1024 ** 3)
    .meta({
      example: "10737418240",
      topic: "media",
      description:
        "Bytes that uploads may occupy in `DATA_DIR`; the oldest that no launch uses go first.",
    }),
  FFMPEG_PATH: z.string().optional().meta({
    example: "/usr/bin/ffmpeg",
    topic: "media",
    description: "Another ffmpeg (4.1 to 7) in place of the one from the npm package.",
  }),
  CLOUDFLARE_ACCOUNT_ID: credential.optional().meta({
    example: "023e105f4ecef8ad9ca31a8372d0c353",
    topic: "media",
    description: "Videos at Cloudflare Stream; without it they are encoded and served here.",
  }),
  CLOUDFLARE_STREAM_TOKEN: credential.optional().meta({
    example: "stream-edit-token",
    topic: "media",
    description: "Its token, with the right to edit.",
  }),
  CLOUDFLARE_STREAM_WEBHOOK_SECRET: credential.optional().meta({
    example: "85011ed3a913c6ad5f9cf6c5573cc0a7",
    topic: "media",
    description: "Lets Cloudflare announce an encoded video; it is also asked for.",
  }),
  CLOUDFLARE_API_URL: url.optional().meta({
    example: "https://api.cloudflare.com/client/v4",
    topic: "media",
    description: "Another address of Cloudflare's API, for a proxy.",
  }),
  SANDBOX_POSTGRES_FSYNC: z.enum(["on", "off"]).default("off").meta({
    example: "off",
    topic: "server",
    description: "`on` makes the embedded database safe against power loss.",
  }),
  SANDBOX_PARTS: list
    .pipe(z.array(z.string().refine(isSandboxPart)))
    .default([])
    .meta({ example: "database,store,jobs,base", internal: true }),
  SANDBOX_OUTBOX_KEY: z.string().min(16).optional().meta({ example: "…", internal: true }),
  SANDBOX_FAUCET_TOKEN: z.string().min(1).optional().meta({ example: "…", internal: true }),
  ENGINE_PORT: wholeNumber(1, 65_535).optional().meta({ example: "8288", internal: true }),
  ENGINE_APP_URL: url
    .optional()
    .meta({ example: "http://127.0.0.1:3000/api/inngest", internal: true }),
});

export type VariableName = keyof typeof variables.shape;
