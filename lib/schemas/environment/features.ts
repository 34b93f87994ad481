import { z } from "zod";
import {
  credential,
  hexText,
  marketCapLimitUsdc,
  marketCapUsdc,
  rpcUrl,
  smtpUrl,
  url,
  wei,
  wholeNumberBetween,
} from "./values";

/** Wallets, sign-in, payouts, and the cost limits of a launch. */
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
  MARKET_CAP_DEFAULT_USDC: marketCapUsdc.default("4000000000").meta({
    example: "4000000000",
    topic: "limits",
    description: "Default starting market cap, in USDC with 6 decimals.",
  }),
  MARKET_CAP_MIN_USDC: marketCapLimitUsdc.default("100000000").meta({
    example: "100000000",
    topic: "limits",
    description: "Lowest starting market cap. Below $100, the lowest of the contracts, it is $100.",
  }),
  MARKET_CAP_MAX_USDC: marketCapLimitUsdc.default("1000000000000000").meta({
    example: "1000000000000000",
    topic: "limits",
    description:
      "Highest starting market cap. Above $1 billion, the highest of the contracts, it is $1 billion.",
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
  SMTP_URL: smtpUrl.optional().meta({
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
  FARCASTER_RPC_URL: rpcUrl.optional().meta({
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
  WEBHOOKS_TO_LOOPBACK: z.enum(["refused", "allowed"]).default("refused").meta({
    example: "refused",
    topic: "server",
    description:
      "`allowed` sends webhooks to http URLs of this machine as well, for tests. It has no effect once a chain is real.",
  }),
};
