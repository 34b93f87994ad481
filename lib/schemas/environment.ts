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
  server: "Server",
  chains: "Chains",
  services: "Database, rate-limit store, job engine",
  wallets: "Wallets",
  accounts: "Sign-in and payouts",
  media: "Images, videos, IPFS",
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
    description: "`production` or `development`; `npm start` and `npm run dev` set it.",
  }),
  PORT: wholeNumber(1, 65_535)
    .default(3000)
    .meta({ example: "3000", topic: "server", description: "Port of the HTTP server." }),
  HOST: z.string().optional().meta({
    example: "0.0.0.0",
    topic: "server",
    description:
      "Address that the server listens on. Default: 127.0.0.1 while any chain is a sandbox, otherwise all addresses.",
  }),
  ALLOWED_HOSTS: list.pipe(z.array(hostName)).default([]).meta({
    example: "launch.internal,web",
    topic: "server",
    description:
      "More hostnames to accept. The host of `PUBLIC_URL`, loopback names and IP addresses are always accepted.",
  }),
  DATA_DIR: z.string().default(".data").meta({
    example: ".data",
    topic: "server",
    description: "Folder for the data of all embedded services. Delete it to start from scratch.",
  }),
  PUBLIC_URL: url.optional().meta({
    example: "https://launch.example.com",
    topic: "server",
    description: "Public URL of the service. HTTPS enables HSTS. Default: `http://localhost:PORT`.",
  }),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .meta({
      example: "info",
      topic: "server",
      description: "Lowest level that is logged.",
    }),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 10)
    .default(0)
    .meta({
      example: "1",
      topic: "server",
      description:
        "Number of trusted proxies in front of the server. The caller is that many `X-Forwarded-For` " +
        "entries from the right. A request with fewer entries is never treated as local or exempt.",
    }),
  RATE_LIMIT_EXEMPT: cidrList.default([]).meta({
    example: "10.0.0.0/8,2001:db8::/32",
    topic: "limits",
    description: "Callers without rate limits: IP addresses or CIDR ranges, comma-separated.",
  }),
  RATE_LIMIT_DATA_PER_MINUTE: wholeNumber(1, 1_000_000).default(300).meta({
    example: "300",
    topic: "limits",
    description: "Data API requests per caller and minute.",
  }),
  METRICS_TOKEN: credential.optional().meta({
    example: "a-long-random-text",
    topic: "server",
    description:
      "Bearer token for `/metrics`. When unset, only requests from this machine are accepted, and " +
      "none while a proxy is configured.",
  }),
  MICRO_CACHE_BYTES_MAX: wholeNumber(0, 2 ** 34)
    .default(64 * 2 ** 20)
    .meta({
      example: "67108864",
      topic: "limits",
      description: "Memory for cached Data API responses, in bytes; 0 disables the cache.",
    }),
  STREAM_CLIENTS_MAX: wholeNumber(0, 100_000).default(5_000).meta({
    example: "5000",
    topic: "limits",
    description: "Maximum open event streams per process.",
  }),
  STREAM_CLIENTS_PER_ADDRESS: wholeNumber(1, 100_000).default(20).meta({
    example: "20",
    topic: "limits",
    description: "Maximum open event streams per caller address.",
  }),
  DATA_CHAINS: chainList.default(["base", "base-sepolia"]).meta({
    example: "base,base-sepolia",
    topic: "chains",
    description: "Chains that the Data API serves.",
  }),
  DATABASE_URL: postgresUrl.optional().meta({
    example: "postgres://user:password@localhost:5432/slipway",
    topic: "services",
    description: "PostgreSQL connection string.",
  }),
  REDIS_URL: redisUrl.optional().meta({
    example: "redis://:password@redis.example.com:6379",
    topic: "services",
    description: "Rate-limit store: a Redis or Valkey server, not a cluster. `rediss://` for TLS.",
  }),
  UPSTASH_REDIS_REST_URL: url.optional().meta({
    example: "https://eu1-example.upstash.io",
    topic: "services",
    description:
      "Rate-limit store: the REST URL of an Upstash Redis database, instead of `REDIS_URL`.",
  }),
  UPSTASH_REDIS_REST_TOKEN: z.string().min(1).optional().meta({
    example: "AXlkACQ…",
    topic: "services",
    description: "Token of the Upstash database.",
  }),
  INNGEST_SIGNING_KEY: z.string().min(1).optional().meta({
    example: "signkey-prod-…",
    topic: "services",
    description: "Inngest signing key, of Inngest Cloud or a self-hosted server.",
  }),
  INNGEST_EVENT_KEY: z
    .string()
    .min(1)
    .optional()
    .meta({ example: "event-key-…", topic: "services", description: "Inngest event key." }),
  INNGEST_BASE_URL: url.optional().meta({
    example: "https://inngest.example.com",
    topic: "services",
    description: "URL of a self-hosted Inngest server.",
  }),
  INNGEST_SERVE_ORIGIN: url.optional().meta({
    example: "http://web.internal:3000",
    topic: "services",
    description: "Origin at which Inngest reaches this web server. Default: `PUBLIC_URL`.",
  }),
  RPC_URL_BASE: urlList.optional().meta({
    example: "https://mainnet.base.org",
    topic: "chains",
    description:
      "RPC URL of Base; replaces the local chain. Separate several URLs with commas for failover.",
  }),
  RPC_URL_BASE_SEPOLIA: urlList.optional().meta({
    example: "https://sepolia.base.org",
    topic: "chains",
    description: "RPC URL of Base Sepolia; replaces the local chain.",
  }),
  RPC_URL_ROBINHOOD: urlList.optional().meta({
    example: "https://rpc.example.com",
    topic: "chains",
    description: "RPC URL of Robinhood Chain; replaces the local chain.",
  }),
  CONFIRMATIONS_BASE: confirmations.optional().meta({
    example: "2",
    topic: "chains",
    description:
      "Confirmations on Base before a block is indexed. Default: 0; the indexer reverts reorganized blocks.",
  }),
  CONFIRMATIONS_BASE_SEPOLIA: confirmations
    .optional()
    .meta({ example: "2", topic: "chains", description: "Confirmations on Base Sepolia." }),
  CONFIRMATIONS_ROBINHOOD: confirmations
    .optional()
    .meta({ example: "2", topic: "chains", description: "Confirmations on Robinhood Chain." }),
  DEPLOYMENTS_DIR: z.string().default("contracts/deployments").meta({
    example: "deployments",
    topic: "chains",
    description: "Folder with the deployment manifests, one `<chain>.json` per chain.",
  }),
  SERVER_WALLET_PRIVATE_KEY: hex(32)
    .optional()
    .meta({
      example: `0x${"11".repeat(32)}`,
      topic: "chains",
      description:
        "Private key of the server wallet, which signs launches and pays their gas. Required with a real chain.",
    }),
  WALLET_SEED_KEY: hex(32)
    .optional()
    .meta({
      example: `0x${"22".repeat(32)}`,
      topic: "wallets",
      description: "Encrypts the seed of the managed wallets in `DATA_DIR`. Back up both.",
    }),
  PRIVY_APP_ID: credential.optional().meta({
    example: "clpispdty00ycl80fpueukbhl",
    topic: "wallets",
    description:
      "Privy app for managed wallets; replaces the seed. Decide before the first launch: wallets are not migrated.",
  }),
  PRIVY_APP_SECRET: credential.optional().meta({
    example: "privy-app-secret",
    topic: "wallets",
    description: "Secret of the Privy app.",
  }),
  PRIVY_AUTHORIZATION_KEY: credential.optional().meta({
    example: "wallet-auth:MIGHAgEAMBMG",
    topic: "wallets",
    description: "Authorization key of the Privy app; lets users withdraw from Privy wallets here.",
  }),
  PRIVY_SIGNER_ID: credential.optional().meta({
    example: "clx3h8h2n0000key0quorum",
    topic: "wallets",
    description: "Id of the authorization key at Privy.",
  }),
  PRIVY_API_URL: url.optional().meta({
    example: "https://api.privy.io",
    topic: "wallets",
    description: "Privy API URL, if you use a proxy.",
  }),
  X_BEARER_TOKEN: credential.optional().meta({
    example: "AAAAAAAAAAAAAAAAAAAAAA",
    topic: "wallets",
    description:
      "App-only token of the X API, which looks up user ids. Required for X usernames with Privy.",
  }),
  X_API_URL: url.optional().meta({
    example: "https://api.x.com",
    topic: "wallets",
    description: "X API URL, if you use a proxy.",
  }),
  FARCASTER_NAMES_URL: url.optional().meta({
    example: "https://fnames.farcaster.xyz",
    topic: "wallets",
    description: "Farcaster name server URL, if you use a proxy.",
  }),
  FARCASTER_RELAY_URL: url.optional().meta({
    example: "https://relay.farcaster.xyz",
    topic: "accounts",
    description: "Farcaster Auth relay URL, if you use a proxy.",
  }),
  PINATA_JWT: credential.optional().meta({
    example: "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl",
    topic: "media",
    description: "Pinata API token; stores content on IPFS with Pinata.",
  }),
  PINATA_UPLOAD_URL: url.optional().meta({
    example: "https://uploads.pinata.cloud",
    topic: "media",
    description: "Pinata upload URL, if you use a proxy.",
  }),
  KUBO_RPC_URL: url.optional().meta({
    example: "http://127.0.0.1:5001",
    topic: "media",
    description:
      "RPC URL of a Kubo node; takes precedence over Pinata. Without either, content is stored in `DATA_DIR`.",
  }),
  KUBO_RPC_TOKEN: credential.optional().meta({
    example: "kubo-bearer-token",
    topic: "media",
    description: "Bearer token of the Kubo node, if it requires one.",
  }),
  IPFS_GATEWAY_URL: url.optional().meta({
    example: "https://trustless-gateway.link",
    topic: "media",
    description: "Trustless IPFS gateway to read content from that was not uploaded here.",
  }),
  MODERATOR_URL: url.optional().meta({
    example: "https://moderator.example.com/classify",
    topic: "media",
    description: "URL of a hosted image and video classifier; replaces the embedded one.",
  }),
  MODERATOR_TOKEN: credential
    .optional()
    .meta({ example: "moderator-token", topic: "media", description: "Token of the classifier." }),
  MODERATION_EXPLICIT_THRESHOLD: fraction.default(MODERATION_RULES.explicit.threshold).meta({
    example: "0.6",
    topic: "media",
    description: "Score from 0 to 1 at which explicit content is rejected.",
  }),
  MODERATION_SUGGESTIVE_THRESHOLD: fraction.default(MODERATION_RULES.suggestive.threshold).meta({
    example: "0.85",
    topic: "media",
    description: "Score from 0 to 1 at which suggestive content is rejected.",
  }),
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/, "must be 32 hex characters")
    .optional()
    .meta({
      example: "0123456789abcdef0123456789abcdef",
      topic: "wallets",
      description:
        "Enables WalletConnect on real chains, next to browser wallets and Coinbase Wallet.",
    }),
  MARKET_CAP_DEFAULT_USDC: usdc.default("4000000000").meta({
    example: "4000000000",
    topic: "limits",
    description: "Default starting market cap, in USDC with 6 decimals.",
  }),
  MARKET_CAP_MIN_USDC: usdc
    .default("100000000")
    .meta({ example: "100000000", topic: "limits", description: "Lowest starting market cap." }),
  MARKET_CAP_MAX_USDC: usdc.default("1000000000000000").meta({
    example: "1000000000000000",
    topic: "limits",
    description: "Highest starting market cap.",
  }),
  NEXTAUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional().meta({
    example: "the output of: openssl rand -base64 32",
    topic: "accounts",
    description: "Encrypts session cookies. Changing it signs everyone out.",
  }),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .meta({
      example: "smtps://user:password@mail.example.com:465",
      topic: "accounts",
      description:
        "SMTP server for sign-in emails. When unset and all chains are sandboxes, emails appear on `/outbox`.",
    }),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]+@[^\r\n]+$/, "must be an email address, optionally with a name")
    .optional()
    .meta({
      example: "Slipway <hello@example.com>",
      topic: "accounts",
      description: "Sender of the emails.",
    }),
  X_CLIENT_ID: credential.optional().meta({
    example: "bGF1bmNoLWV4YW1wbGU",
    topic: "accounts",
    description:
      "OAuth 2.0 client id for sign-in with X. Callback: `PUBLIC_URL/api/auth/callback/twitter`.",
  }),
  X_CLIENT_SECRET: credential.optional().meta({
    example: "x-client-secret",
    topic: "accounts",
    description: "OAuth 2.0 client secret for sign-in with X.",
  }),
  FARCASTER_RPC_URL: url.optional().meta({
    example: "https://mainnet.optimism.io",
    topic: "accounts",
    description: "RPC URL of OP Mainnet; enables sign-in with Farcaster.",
  }),
  GAS_BUDGET_WEI_PER_HOUR: wei.optional().meta({
    example: "20000000000000000",
    topic: "chains",
    description:
      "Gas budget of the server wallet per chain and hour. Default: one tenth of its balance.",
  }),
  GAS_BUDGET_WEI_PER_DAY: wei.optional().meta({
    example: "100000000000000000",
    topic: "chains",
    description:
      "Gas budget of the server wallet per chain and day. Default: one third of its balance.",
  }),
  PAYOUT_MINIMUM_WEI: wei.default(100_000_000_000_000n).meta({
    example: "100000000000000",
    topic: "accounts",
    description: "Minimum payout, in wei.",
  }),
  PAYOUT_GAS_FACTOR: wholeNumber(1, 1_000).default(2).meta({
    example: "2",
    topic: "accounts",
    description: "Minimum payout as a multiple of its gas cost.",
  }),
  MEDIA_DISK_BYTES_MAX: wholeNumber(1, Number.MAX_SAFE_INTEGER)
    .default(10 * 1024 ** 3)
    .meta({
      example: "10737418240",
      topic: "media",
      description:
        "Disk space for uploads in `DATA_DIR`. When full, the oldest unused uploads are removed first.",
    }),
  FFMPEG_PATH: z.string().optional().meta({
    example: "/usr/bin/ffmpeg",
    topic: "media",
    description: "Path of an ffmpeg binary (4.1 to 7); replaces the bundled one.",
  }),
  CLOUDFLARE_ACCOUNT_ID: credential.optional().meta({
    example: "023e105f4ecef8ad9ca31a8372d0c353",
    topic: "media",
    description:
      "Cloudflare account for videos on Cloudflare Stream. When unset, videos are encoded and served here.",
  }),
  CLOUDFLARE_STREAM_TOKEN: credential.optional().meta({
    example: "stream-edit-token",
    topic: "media",
    description: "API token with the permission to edit Stream.",
  }),
  CLOUDFLARE_STREAM_WEBHOOK_SECRET: credential.optional().meta({
    example: "85011ed3a913c6ad5f9cf6c5573cc0a7",
    topic: "media",
    description: "Verifies the webhook that reports an encoded video. Its state is polled as well.",
  }),
  CLOUDFLARE_API_URL: url.optional().meta({
    example: "https://api.cloudflare.com/client/v4",
    topic: "media",
    description: "Cloudflare API URL, if you use a proxy.",
  }),
  SANDBOX_POSTGRES_FSYNC: z.enum(["on", "off"]).default("off").meta({
    example: "off",
    topic: "server",
    description: "`on` protects the embedded database against power loss.",
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
