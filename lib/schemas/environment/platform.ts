import { z } from "zod";
import {
  chainList,
  cidrList,
  confirmations,
  credential,
  hexText,
  hostName,
  list,
  listenAddress,
  origin,
  postgresAddress,
  privateKey,
  redisUrl,
  rpcUrl,
  url,
  urlList,
  wholeNumberBetween,
} from "./values";

/** Service managers must wait for longer than this before they kill a server. */
export const SHUTDOWN_DELAY_MS_MAX = 120_000;

/** The server, its limits, the services that it uses and the chains. */
export const platformVariables = {
  NODE_ENV: z.enum(["production", "development", "test"]).default("production").meta({
    example: "production",
    topic: "server",
    description: "`production` or `development`; set by `npm start` and `npm run dev`.",
  }),
  PORT: wholeNumberBetween(1, 65_535)
    .default(3000)
    .meta({ example: "3000", topic: "server", description: "Port of the HTTP server." }),
  HOST: listenAddress.optional().meta({
    example: "0.0.0.0",
    topic: "server",
    description:
      "Address that the server listens on. Default: 127.0.0.1 while any chain is a sandbox, otherwise all addresses.",
  }),
  ALLOWED_HOSTS: list.pipe(z.array(hostName)).default([]).meta({
    example: "launch.internal,web",
    topic: "server",
    description:
      "More hostnames to accept. The hosts of `PUBLIC_URL` and `INNGEST_SERVE_ORIGIN`, the name in `HOST`, loopback names and IP addresses are always accepted.",
  }),
  DATA_DIR: z.string().default(".data").meta({
    example: ".data",
    topic: "server",
    description: "Folder for the data of all embedded services. Delete it to start from scratch.",
  }),
  PUBLIC_URL: origin.optional().meta({
    example: "https://launch.example.com",
    topic: "server",
    description:
      "Public URL of the service, without a path. HTTPS enables HSTS. Default: `http://localhost:PORT`.",
  }),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .meta({
      example: "info",
      topic: "server",
      description: "Lowest level that is logged.",
    }),
  TRUSTED_PROXY_HOPS: wholeNumberBetween(0, 10)
    .default(0)
    .meta({
      example: "1",
      topic: "server",
      description:
        "Number of trusted proxies in front of the server. With `1`, the caller is the last entry of " +
        "`X-Forwarded-For`; with `2`, the one before. A request with fewer entries is never treated as local or exempt.",
    }),
  SHUTDOWN_DELAY_MS: wholeNumberBetween(0, SHUTDOWN_DELAY_MS_MAX)
    .default(5_000)
    .meta({
      example: "5000",
      topic: "server",
      description:
        "How long a web server continues serving after `SIGTERM` while `/readyz` returns 503, so that the " +
        "load balancer notices, in milliseconds. `npm start` always uses 0.",
    }),
  DEPENDENCY_TIMEOUT_MS: wholeNumberBetween(100, 30_000)
    .default(1_500)
    .meta({
      example: "1500",
      topic: "server",
      description:
        "How long a request waits for a chain, IPFS or another service that does not respond, " +
        "before it returns 503, in milliseconds. The database has at least five seconds. Background work waits longer.",
    }),
  RATE_LIMIT_EXEMPT: cidrList.default([]).meta({
    example: "10.0.0.0/8,2001:db8::/32",
    topic: "limits",
    description: "Callers without rate limits: IP addresses or CIDR ranges, comma-separated.",
  }),
  RATE_LIMIT_DATA_PER_MINUTE: wholeNumberBetween(1, 1_000_000).default(300).meta({
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
  MICRO_CACHE_BYTES_MAX: wholeNumberBetween(0, 2 ** 34)
    .default(64 * 2 ** 20)
    .meta({
      example: "67108864",
      topic: "limits",
      description: "Memory for cached Data API responses, in bytes; 0 disables the cache.",
    }),
  STREAM_CLIENTS_MAX: wholeNumberBetween(0, 100_000).default(5_000).meta({
    example: "5000",
    topic: "limits",
    description: "Maximum open event streams per process.",
  }),
  STREAM_CLIENTS_PER_ADDRESS: wholeNumberBetween(1, 100_000).default(20).meta({
    example: "20",
    topic: "limits",
    description: "Maximum open event streams per caller address.",
  }),
  DATA_CHAINS: chainList.default(["base", "base-sepolia"]).meta({
    example: "base,base-sepolia",
    topic: "chains",
    description: "Chains that the Data API serves.",
  }),
  DATABASE_URL: postgresAddress.optional().meta({
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
    example: "2f1c…",
    topic: "services",
    description:
      "Inngest signing key. Inngest Cloud shows it. For a self-hosted server, generate 64 hexadecimal digits without a prefix (`openssl rand -hex 32`).",
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
  INNGEST_SERVE_ORIGIN: origin.optional().meta({
    example: "http://web.internal:3000",
    topic: "services",
    description:
      "Origin at which Inngest reaches the web servers: with several, a proxy in front of all of them. " +
      "Default: `PUBLIC_URL`.",
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
      "Confirmations on Base before a block is indexed. Default: 0; the indexer reverts reorganized blocks. " +
      "Web servers need the same value, to measure how far the indexer is behind.",
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
  SERVER_WALLET_PRIVATE_KEY: privateKey.optional().meta({
    example: `0x${"11".repeat(32)}`,
    topic: "chains",
    description:
      "Private key of the server wallet, which signs launches and pays their gas. Required with a real chain.",
  }),
  FEED_SETTER_PRIVATE_KEY: privateKey.optional().meta({
    example: `0x${"33".repeat(32)}`,
    topic: "chains",
    description:
      "Private key that sets the ETH price on a chain without a feed (`--owner-feed`). Its account does nothing else and needs a little ETH.",
  }),
  FEED_SOURCE_RPC_URL: rpcUrl.optional().meta({
    example: "https://mainnet.base.org",
    topic: "chains",
    description: "Node of the chain whose feed is copied.",
  }),
  FEED_SOURCE_ADDRESS: hexText(20).optional().meta({
    example: "0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70",
    topic: "chains",
    description: "ETH/USD feed that is copied, on that chain.",
  }),
  CONTRACTS_OWNER_PRIVATE_KEY: privateKey.optional().meta({
    example: `0x${"22".repeat(32)}`,
    topic: "chains",
    description:
      "Only for `npm run contracts:admin -- … --send`, with an owner that is not a multisig. Never set it on a server.",
  }),
};
