import { z } from "zod";
import { MODERATION_RULES } from "../../features/media/rules/moderation";
import {
  bucketFolder,
  credential,
  fraction,
  hexText,
  region,
  url,
  usdc,
  wei,
  wholeNumberBetween,
} from "./values";

/** Wallets, sign-in, payouts, media, and the cost limits of a launch. */
export const featureVariables = {
  WALLET_SEED_KEY: hexText(32)
    .optional()
    .meta({
      example: `0x${"22".repeat(32)}`,
      topic: "wallets",
      description:
        "Encrypts the secrets of the installation in the database: the seed of the managed " +
        "wallets, and generated ones. The same on every web server. Back up the key and the database.",
    }),
  WALLET_SEED_KEY_PREVIOUS: hexText(32)
    .optional()
    .meta({
      example: `0x${"33".repeat(32)}`,
      topic: "wallets",
      description:
        "The key before `WALLET_SEED_KEY`, only while you replace it with `npm run secrets -- rotate`.",
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
    description:
      "Authorization key of the Privy app; lets users withdraw from Privy wallets and trade with them here.",
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
      "App-only token of the X API, which looks up user ids when a username is named: its wallet belongs to that user, even if the username is sold later. Required for X usernames with Privy.",
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
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
    .optional()
    .meta({
      example: "slipway",
      topic: "storage",
      description:
        "Bucket for uploads, videos and IPFS content, on Amazon S3, MinIO, R2, Garage or another S3 service. " +
        "Required for nodes that do not share one `DATA_DIR`; without it, files are stored there.",
    }),
  S3_ACCESS_KEY_ID: credential.optional().meta({
    example: "slipway-node",
    topic: "storage",
    description: "Access key that may list the bucket and read, write and delete its objects.",
  }),
  S3_SECRET_ACCESS_KEY: credential
    .optional()
    .meta({ example: "s3-secret", topic: "storage", description: "Secret of the access key." }),
  S3_ENDPOINT: url.optional().meta({
    example: "https://s3.internal:9000",
    topic: "storage",
    description: "URL of the S3 service. Default: Amazon S3 in `S3_REGION`.",
  }),
  S3_REGION: region.default("us-east-1").meta({
    example: "eu-central-1",
    topic: "storage",
    description:
      "Region of the bucket: `auto` for R2; for Garage its `s3_region`, by default `garage`.",
  }),
  S3_PATH_STYLE: z.enum(["true", "false"]).default("true").meta({
    example: "true",
    topic: "storage",
    description: "`false` puts the bucket into the host name instead of the path.",
  }),
  S3_PREFIX: bucketFolder.default("").meta({
    example: "production",
    topic: "storage",
    description: "Folder in the bucket. Installations that share a bucket need one each.",
  }),
  BACKUP_S3_ACCESS_KEY_ID: credential.optional().meta({
    example: "slipway-backup",
    topic: "storage",
    description:
      "Access key of `npm run backup -- --to s3://…` and `npm run restore`. Default: `S3_ACCESS_KEY_ID`.",
  }),
  BACKUP_S3_SECRET_ACCESS_KEY: credential.optional().meta({
    example: "backup-secret",
    topic: "storage",
    description: "Secret of that access key.",
  }),
  BACKUP_S3_ENDPOINT: url.optional().meta({
    example: "https://s3.eu-central-1.amazonaws.com",
    topic: "storage",
    description: "URL of the S3 service that has the backups. Default: `S3_ENDPOINT`.",
  }),
  BACKUP_S3_REGION: region.optional().meta({
    example: "eu-central-1",
    topic: "storage",
    description: "Region of the backups' bucket. Default: `S3_REGION`.",
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
      "RPC URL of a Kubo node; takes precedence over Pinata. Without either, content is kept in file storage.",
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
  NEXTAUTH_SECRET: z
    .string()
    .min(32, "must have at least 32 characters")
    .optional()
    .meta({
      example: "the output of: openssl rand -base64 32",
      topic: "accounts",
      description:
        "Encrypts session cookies; the same on every web server. Default: generated once, stored encrypted " +
        "in the database. Changing it signs everyone out.",
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
  PROOF_OF_WORK_COST: wholeNumberBetween(1, 10_000_000)
    .default(5_000)
    .meta({
      example: "5000",
      topic: "limits",
      description:
        "Difficulty of the proof of work of anonymous launches: iterations of each of the 1,000 to 2,000 " +
        "attempts. The default takes a laptop two seconds.",
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
  PAYOUT_GAS_FACTOR: wholeNumberBetween(1, 1_000).default(2).meta({
    example: "2",
    topic: "accounts",
    description: "Minimum payout as a multiple of its gas cost.",
  }),
  MEDIA_DISK_BYTES_MAX: wholeNumberBetween(1, Number.MAX_SAFE_INTEGER)
    .default(10 * 1024 ** 3)
    .meta({
      example: "10737418240",
      topic: "media",
      description:
        "Space for uploads in file storage. When full, the oldest unused uploads are removed first.",
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
  WEBHOOKS_TO_LOOPBACK: z.enum(["refused", "allowed"]).default("refused").meta({
    example: "refused",
    topic: "server",
    description:
      "`allowed` sends webhooks to http URLs of this machine as well, for tests. It has no effect once a chain is real.",
  }),
  CLOUDFLARE_API_URL: url.optional().meta({
    example: "https://api.cloudflare.com/client/v4",
    topic: "media",
    description: "Cloudflare API URL, if you use a proxy.",
  }),
};
