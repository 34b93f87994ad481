import type { Address } from "viem";
import { z } from "zod";
import { ROUTER_VERSIONS } from "@/lib/features/trade/rules/universal-router";
import { checksumAddress, decimal, poolKey } from "@/lib/schemas/common";
import { isChecksumAddress } from "@/lib/shared/address/checksum-address";
import { CHAIN_SLUGS } from "@/lib/shared/chains";

export const liveness = z.strictObject({
  success: z.literal(true),
  status: z.enum(["ok", "degraded"]),
  serverWallet: checksumAddress,
  checks: z.strictObject({ rpc: z.boolean(), store: z.boolean() }),
});

export const readiness = z.strictObject({
  success: z.literal(true),
  ready: z.boolean().meta({ description: "Whether this process can serve reads." }),
  checks: z.strictObject({
    database: z.boolean().meta({ description: "The database responds." }),
    migrations: z.boolean().meta({ description: "It has every migration of this version." }),
    routes: z.boolean().meta({ description: "Routes are loaded." }),
    accepting: z.boolean().meta({ description: "False once the process is stopping." }),
  }),
  reasons: z.array(z.string()).meta({ description: "Why it is not ready; empty if it is." }),
});

/** `chain` is null for a capability of the whole service; `since` in Unix seconds. */
const capability = z.strictObject({
  capability: z.enum(["reads", "signIn", "uploads", "launches", "tokenData"]),
  chain: z.enum(CHAIN_SLUGS).nullable(),
  state: z.enum(["ok", "degraded"]),
  reason: z.string().nullable(),
  since: z.number().int().nonnegative().nullable().meta({
    description: "When this web server noticed it (Unix seconds); null if it works.",
  }),
});

/** Index progress of a chain; `lag` in blocks, `updatedAt` in Unix seconds. */
const chainProgress = z.strictObject({
  chain: z.enum(CHAIN_SLUGS),
  head: z.number().int().nonnegative(),
  indexed: z.number().int().nonnegative(),
  lag: z.number().int().nonnegative(),
  eventsPerSecond: z.number().nonnegative(),
  updatedAt: z.number().int().nonnegative(),
  rebuiltBlock: z
    .number()
    .int()
    .nonnegative()
    .optional()
    .meta({
      description:
        "While an update rebuilds the data: the block that the new data has reached. Lists, prices and " +
        "charts stay as of `indexed` until then.",
    }),
});
/** Open launches of a chain; `averageSeconds` of the latest completed ones, null if there are none. */
const queueLength = z.strictObject({
  chain: z.enum(CHAIN_SLUGS),
  waiting: z.number().int().nonnegative(),
  active: z.number().int().nonnegative(),
  averageSeconds: z.number().nonnegative().nullable(),
  missingNonces: z
    .number()
    .int()
    .nonnegative()
    .nullable()
    .meta({
      description:
        "Nonces of the server wallet that block every later transaction until the operator runs " +
        "`npm run heal`; 0 if nothing is blocked, null if unknown.",
    }),
});
const weiText = z.string().regex(/^\d+$/);
const spentOfLimit = z.strictObject({ spentWei: weiText, limitWei: weiText });
/** Gas of the server wallet on a chain, reserved or spent in the last hour and day. */
const chainBudget = z.strictObject({
  chain: z.enum(CHAIN_SLUGS),
  hour: spentOfLimit,
  day: spentOfLimit,
});
export const health = liveness.extend({
  capabilities: z.array(capability).meta({
    description:
      "What works and what does not. `launches` includes managers and payouts; `tokenData` is how up " +
      "to date lists, prices and charts are.",
  }),
  parts: z.strictObject({
    database: z.boolean(),
    limiter: z.boolean().meta({ description: "The rate-limit store." }),
    engine: z.boolean().nullable().meta({
      description: "The job engine, which runs launches; null if its state is unknown.",
    }),
    ipfs: z.boolean().nullable().meta({
      description: "The IPFS provider; null if content is stored on this machine.",
    }),
  }),
  nodes: z.array(z.strictObject({ chain: z.enum(CHAIN_SLUGS), answers: z.boolean() })),
  indexer: z.array(chainProgress),
  queue: z.array(queueLength),
  budgets: z.array(chainBudget).meta({
    description:
      "Gas budget per chain. Above a limit, launches, managers and payouts return 503 " +
      "`budget_exhausted`.",
  }),
});
export type QueueLength = z.output<typeof queueLength>;
export type ChainProgress = z.output<typeof chainProgress>;
export type Capability = z.output<typeof capability>;
export type Liveness = z.output<typeof liveness>;
export type Readiness = z.output<typeof readiness>;
export type Health = z.output<typeof health>;

const contract = z.string().refine((value): value is Address => isChecksumAddress(value), {
  error: "must be a checksummed address",
});

/** Contracts that pages need for trades and managers: Uniswap's and the launchpad's. */
const tradeContracts = z.strictObject({
  poolManager: contract,
  universalRouter: contract,
  permit2: contract,
  v4Quoter: contract,
  stateView: contract,
  launchHook: contract,
  launchLens: contract,
  managerFactory: contract,
});
export type TradeContracts = z.output<typeof tradeContracts>;

const usdcUnits = z.string().regex(/^\d+$/, "must be a whole number");

export const config = z.strictObject({
  success: z.literal(true),
  sandbox: z.boolean(),
  // Required after the next release: during an update, pages also read the responses of servers without it.
  mailbox: z
    .boolean()
    .optional()
    .meta({
      description:
        "Whether sign-in emails are not sent but shown on `/outbox`: all chains are sandboxes and the " +
        "operator set no mail server. Absent from services of an earlier release.",
    }),
  walletConnectProjectId: z
    .string()
    .nullable()
    .meta({
      description:
        "WalletConnect project, which lets pages offer wallets on other devices for real " +
        "chains; null if not set.",
    }),
  names: z.boolean().meta({
    description:
      "Whether `/v1/names` finds names of addresses: the operator configured ENS or Basenames.",
  }),
  usernameLookup: z.strictObject({ twitter: z.boolean(), farcaster: z.boolean() }).meta({
    description:
      "Whether the present owner of a username is looked up when a request names it. If not, the wallet " +
      "belongs to the first user who signs in with the name, even if it has changed hands before.",
  }),
  marketCapUsdc: z.strictObject({ default: usdcUnits, min: usdcUnits, max: usdcUnits }).meta({
    description:
      "Starting market caps that a launch may set; USDC with 6 decimals, as in `marketCap`.",
  }),
  chains: z.array(
    z.strictObject({
      slug: z.enum(CHAIN_SLUGS),
      chainId: z.number().int().positive(),
      name: z.string(),
      nativeCurrency: z.string(),
      blockExplorerUrl: z.url(),
      sandbox: z.boolean().meta({
        description:
          "Whether the chain is a local sandbox chain. Never request a signature for it: its chain id " +
          "is that of a real chain.",
      }),
      tokenData: z.boolean().meta({
        description: "Whether the Data API serves this chain (the operator's DATA_CHAINS).",
      }),
      ethUsd: z
        .strictObject({ value: decimal, updatedAt: z.number().int().nonnegative() })
        .nullable()
        .meta({
          description:
            "US dollars per ETH, from the price feed that launches on this chain use, and when the feed " +
            "was last read (Unix seconds). Null without a feed to trust.",
        }),
      contracts: tradeContracts.meta({
        description: "Uniswap's contracts, and those of the newest deployment of this launchpad.",
      }),
      generations: z
        .array(
          tradeContracts
            .pick({ launchHook: true, launchLens: true, managerFactory: true })
            .strict(),
        )
        .min(1)
        .meta({
          description:
            "All deployments of this launchpad on the chain, newest first. A token or manager " +
            "belongs to one of them permanently: `exists` of the lens and `managerKind` of the " +
            "factory say which.",
        }),
      universalRouterVersion: z.enum(ROUTER_VERSIONS).meta({
        description:
          "Version of `contracts.universalRouter`, as in `UniversalRouterVersion` of " +
          "`@uniswap/universal-router-sdk`. Swaps for 2.0 and 2.1.1 are encoded differently.",
      }),
      poolKey: poolKey.extend({
        currency1: z.null().meta({
          description:
            "Null: set it to the token's address. For a token of an earlier deployment, set `hooks` to " +
            "its `launchHook`; `poolKey` of the token's details is complete.",
        }),
      }),
      capabilities: z.strictObject({
        feeSplitLaunch: z.boolean(),
        existingManager: z.boolean(),
        standaloneManager: z.boolean(),
        serviceFundedLaunch: z.boolean().meta({
          description:
            "Whether the service pays the gas of launches, so that the caller needs no wallet.",
        }),
        launchProtection: z.boolean().meta({
          description: "Whether launches can set `launchProtection`.",
        }),
        walletFundedLaunch: z.boolean().meta({
          description: "Whether `prepare-launch` lets a wallet send a launch and pay for it.",
        }),
      }),
      launching: z
        .strictObject({
          paused: z.boolean(),
          message: z.string().nullable().meta({ description: "Why, in the operator's words." }),
          proofOfWork: z.boolean().meta({
            description:
              "Whether launches that the service pays for need a proof of work, see `launch-challenge`.",
          }),
        })
        .meta({
          description: "While launching is paused, launches return 503 `launching_paused`.",
        }),
      accountTrading: z.boolean().meta({
        description:
          "Whether users who signed in by email, X or Farcaster can trade with their managed wallets on " +
          "the pages of this launchpad.",
      }),
    }),
  ),
});
export type Config = z.output<typeof config>;
