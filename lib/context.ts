import { createHmac, randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import type { Hex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { createFaucet, type Faucet } from "./chain/create-faucet";
import { createLaunchChain } from "./chain/create-launch-chain";
import { createRpcRelay, type RpcRelay } from "./chain/create-rpc-relay";
import { deploymentPath } from "./chain/deployment-path";
import type { LaunchChain } from "./chain/launch-chain";
import { loadDeployment } from "./chain/load-deployment";
import type { AccountStore } from "./db/account/account-store";
import { createAccountStore } from "./db/account/create-account-store";
import { createEmailAttempts } from "./db/account/create-email-attempts";
import { createSessionStore } from "./db/account/create-session-store";
import type { EmailAttempts } from "./db/account/email-attempts";
import { createGasLedger } from "./db/budget/create-gas-ledger";
import type { GasLedger } from "./db/budget/gas-ledger";
import {
  createDatabase,
  createReadingDatabase,
  type Database,
  isDatabaseHealthy,
} from "./db/create-database";
import {
  createIdempotencyStore,
  type IdempotencyStore,
} from "./db/idempotency/create-idempotency-store";
import { createMailbox, type Mailbox } from "./db/mails/create-mailbox";
import { createMarket } from "./db/market/create-market";
import { createMarketUpdates, type MarketUpdates } from "./db/market/create-market-updates";
import type { Market } from "./db/market/market";
import type { AssetStore } from "./db/media/asset-store";
import type { ContentStore } from "./db/media/content-store";
import { createAssetStore } from "./db/media/create-asset-store";
import { createContentStore } from "./db/media/create-content-store";
import { createOutbox, type Outbox } from "./db/outbox/create-outbox";
import { createManagerIndex } from "./db/payouts/create-manager-index";
import type { ManagerIndex } from "./db/payouts/manager-index";
import { managedWallets } from "./db/schema/launch";
import { providerWallets } from "./db/schema/wallets";
import { createTicketBook, type UploadTickets } from "./db/video/create-ticket-book";
import { createVideoStore } from "./db/video/create-video-store";
import type { VideoStore } from "./db/video/video-store";
import { createSeedClaims } from "./db/wallets/create-seed-claims";
import { createWalletBook } from "./db/wallets/create-wallet-book";
import { createWalletOwners } from "./db/wallets/create-wallet-owners";
import { createWalletRegistry } from "./db/wallets/create-wallet-registry";
import { CHAIN_SLUGS, type ChainSlug } from "./domain/chains";
import { type Env, readEnv, required } from "./env";
import {
  createSignedTransactionStore,
  type SignedTransactionStore,
} from "./features/transactions/signed-transactions";
import { createTransactionStore, type TransactionStore } from "./features/transactions/store";
import { createIpfs } from "./ipfs/create-ipfs";
import type { Ipfs } from "./ipfs/ipfs";
import { createJobEvents, type JobEvents } from "./jobs/create-job-events";
import { createLog, type Log } from "./log";
import { createSmtpMailer } from "./mail/create-smtp-mailer";
import type { Mailer } from "./mail/mailer";
import { createImages } from "./media/create-images";
import { createSharePictures } from "./media/create-share-pictures";
import { createThumbnails } from "./media/create-thumbnails";
import { createEmbeddedModerator } from "./media/embedded-moderator";
import { createHostedModerator } from "./media/hosted-moderator";
import type { Images } from "./media/images";
import type { Moderator } from "./media/moderator";
import type { SharePictures } from "./media/share-pictures";
import type { Thumbnails } from "./media/thumbnails";
import { createCloudflareVideoProvider } from "./media/video/cloudflare";
import { createEmbeddedVideoProvider } from "./media/video/embedded";
import { locateFfmpeg } from "./media/video/locate-ffmpeg";
import { createProbe } from "./media/video/probe-in-child";
import type { VideoProvider } from "./media/video/video-provider";
import { createMetrics, type Metrics } from "./metrics/create-metrics";
import { createLimiter, type Limiter, type LimitStore } from "./ratelimit/limiter";
import {
  createProgressTracker,
  type ProgressTracker,
} from "./services/system/create-progress-tracker";
import { createSessions, type Sessions } from "./sessions/create-sessions";
import { createFarcasterRegistry } from "./wallets/create-farcaster-registry";
import { createFarcasterRelay } from "./wallets/create-farcaster-relay";
import { createIdentityDirectory } from "./wallets/create-identity-directory";
import type { FarcasterRegistry } from "./wallets/farcaster-registry";
import type { FarcasterRelay } from "./wallets/farcaster-relay";
import { createHdWalletProvider } from "./wallets/hd-wallet-provider";
import { openRealmSeed, WalletSeedError } from "./wallets/open-realm-seed";
import { createPrivyWalletProvider, privyAccount } from "./wallets/privy-wallet-provider";
import type { Seed } from "./wallets/seed-file";
import type { WalletProvider } from "./wallets/wallet-provider";

/** What thumbnails may occupy on disk. */
const THUMBNAIL_BYTES_MAX = 256 * 1024 * 1024;
const SHARE_PICTURE_BYTES_MAX = 64 * 1024 * 1024;

/** All that a service may use. Clock and identifiers come through here, so tests can fix them. */
export type ServiceContext = {
  env: Env;
  log: Log;
  clock: { now(): Date };
  ids: {
    /** A new one that nobody can guess. */
    jobId(): string;
    /** The same for the same text, and still nothing that anybody else can guess. */
    jobIdOf(text: string): string;
  };
  /** The configured chains that have a deployment. */
  chains: Partial<Record<ChainSlug, LaunchChain>>;
  /** The way of pages to each configured chain. */
  relays: Partial<Record<ChainSlug, RpcRelay>>;
  /** Only of sandbox chains. */
  faucets: Partial<Record<ChainSlug, Faucet>>;
  serverWallet: `0x${string}`;
  transactions: TransactionStore;
  signedTransactions: SignedTransactionStore;
  gasLedger: GasLedger;
  idempotency: IdempotencyStore;
  managers: ManagerIndex;
  market: Market;
  marketUpdates: MarketUpdates;
  outbox: Outbox;
  jobs: JobEvents;
  wallets: WalletProvider;
  /**
   * Makes sure that this server gives people the wallets of its realm.
   * @throws WalletSeedError
   */
  openWallets(): Promise<void>;
  accounts: AccountStore;
  emailAttempts: EmailAttempts;
  sessions: Sessions;
  /** Null while no mail can be sent. */
  mailer: Mailer | null;
  /** The sandbox's mails; null as soon as one chain is real, because they hold sign-in links. */
  mailbox: Mailbox | null;
  /** Null while sign-in with Farcaster is not configured. */
  farcaster: FarcasterRegistry | null;
  farcasterRelay: FarcasterRelay;
  ipfs: Ipfs;
  moderator: Moderator;
  images: Images;
  videos: VideoProvider;
  videoStore: VideoStore;
  uploadTickets: UploadTickets;
  assets: AssetStore;
  content: ContentStore;
  thumbnails: Thumbnails;
  sharePictures: SharePictures;
  limiter: Limiter;
  metrics: Metrics;
  progress: ProgressTracker;
  isDatabaseHealthy(): Promise<boolean>;
};

/** Builds the drivers that the environment asks for. Connections are opened on first use. */
export function createContext(env: Env): ServiceContext {
  const log = createLog(env, "web");
  const clock = { now: () => new Date() };
  const databaseUrl = required(env, "DATABASE_URL");
  const connections = {
    url: databaseUrl,
    connectionsMax: 20,
    onError: (err: Error) => log.warn({ err }, "a database connection broke"),
  };
  const db = createDatabase(connections);
  const privateKey = required(env, "SERVER_WALLET_PRIVATE_KEY");
  const market = createMarket(createReadingDatabase({ ...connections, connectionsMax: 8 }));
  const mailbox = env.realm === "sandbox" ? createMailbox(db, clock.now) : null;
  const wallets = createWallets(env, db, clock.now);
  const uploadTickets = createTicketBook(db, clock.now);

  return {
    env,
    log,
    clock,
    ids: {
      jobId: () => randomBytes(16).toString("base64url"),
      // Keyed with what every process that signs for this wallet knows, and nobody else.
      jobIdOf: (text) =>
        createHmac("sha256", `job id ${privateKey}`)
          .update(text)
          .digest()
          .toString("base64url", 0, 16),
    },
    chains: createChains(env, privateKey),
    relays: createRelays(env, log),
    faucets: createFaucets(env),
    serverWallet: privateKeyToAddress(privateKey),
    transactions: createTransactionStore(db, clock.now, env),
    signedTransactions: createSignedTransactionStore(db, clock.now, env.realmOf),
    gasLedger: createGasLedger(db, clock.now, env.realmOf),
    idempotency: createIdempotencyStore(db, clock.now, env.realmOf),
    managers: createManagerIndex(db),
    market,
    marketUpdates: createMarketUpdates(databaseUrl),
    outbox: createOutbox(db, databaseUrl, clock.now),
    jobs: createJobEvents({
      eventKey: required(env, "INNGEST_EVENT_KEY"),
      baseUrl: env.INNGEST_BASE_URL ?? null,
    }),
    wallets: wallets.provider,
    openWallets: wallets.open,
    accounts: createAccountStore(db, clock.now, env.realm),
    emailAttempts: createEmailAttempts(db, clock.now, env.realm),
    sessions: createSessions({
      // A realm's own, so that a cookie of the sandbox cannot even be read where a chain is real.
      secret: createHmac("sha256", required(env, "NEXTAUTH_SECRET"))
        .update(`realm ${env.realm}`)
        .digest("base64url"),
      isSecure: env.publicUrl.startsWith("https:"),
      store: createSessionStore(db, clock.now, env.realm),
    }),
    mailbox,
    mailer: createMailer(env) ?? mailbox,
    farcaster: createFarcaster(env),
    farcasterRelay: createFarcasterRelay({ url: env.FARCASTER_RELAY_URL }),
    ipfs: createIpfs(env.ipfs),
    moderator: createModerator(env),
    images: createImages(),
    videos: createVideos(env, uploadTickets, clock.now),
    videoStore: createVideoStore(db, clock.now),
    uploadTickets,
    assets: createAssetStore(db, env.MEDIA_DISK_BYTES_MAX, clock.now),
    content: createContentStore(db, clock.now),
    thumbnails: createThumbnails({
      folder: join(env.dataDir, "cache", "thumbnails"),
      bytesMax: THUMBNAIL_BYTES_MAX,
    }),
    sharePictures: createSharePictures({
      folder: join(env.dataDir, "cache", "links"),
      bytesMax: SHARE_PICTURE_BYTES_MAX,
    }),
    limiter: createLimiter({
      store: limitStoreOf(env),
      onFailure: (err) =>
        log.warn({ err }, "counts could not be shared: the rate-limit store is down"),
    }),
    metrics: createMetrics(),
    progress: createProgressTracker({ read: market.readProgress, now: clock.now }),
    isDatabaseHealthy: () => isDatabaseHealthy(db),
  };
}

function limitStoreOf(env: Env): LimitStore {
  if (env.UPSTASH_REDIS_REST_URL === undefined) return { redisUrl: required(env, "REDIS_URL") };
  return {
    upstashUrl: env.UPSTASH_REDIS_REST_URL,
    upstashToken: required(env, "UPSTASH_REDIS_REST_TOKEN"),
  };
}

function createRelays(env: Env, log: Log): Partial<Record<ChainSlug, RpcRelay>> {
  return Object.fromEntries(
    CHAIN_SLUGS.flatMap((chain) => {
      const rpcUrls = env.rpcUrls(chain);
      const onFailure = (err: unknown) => log.warn({ err, chain }, "a node did not answer");
      return rpcUrls === null ? [] : [[chain, createRpcRelay({ rpcUrls, onFailure })]];
    }),
  );
}

function createFaucets(env: Env): Partial<Record<ChainSlug, Faucet>> {
  const token = env.SANDBOX_FAUCET_TOKEN;
  return Object.fromEntries(
    CHAIN_SLUGS.flatMap((chain) => {
      const [rpcUrl] = env.rpcUrls(chain) ?? [];
      if (!env.isSandbox(chain) || rpcUrl === undefined || token === undefined) return [];
      return [[chain, createFaucet({ rpcUrl, token })]];
    }),
  );
}

function createChains(env: Env, privateKey: Hex): Partial<Record<ChainSlug, LaunchChain>> {
  return Object.fromEntries(
    CHAIN_SLUGS.flatMap((chain) => {
      const rpcUrls = env.rpcUrls(chain);
      const deployment = rpcUrls && loadDeployment(chain, deploymentPath(env, chain));
      if (!rpcUrls || !deployment) return [];
      return [[chain, createLaunchChain({ chain, rpcUrls, privateKey, deployment })]];
    }),
  );
}

/** Privy where it is configured, else wallets from a seed of our own. */
function createWallets(
  env: Env,
  db: Database,
  now: () => Date,
): { provider: WalletProvider; open(): Promise<void> } {
  const { realm, PRIVY_APP_ID: appId } = env;
  if (appId !== undefined) {
    const book = createWalletBook(db, now, realm);
    const provider = createPrivyWalletProvider({
      appId,
      appSecret: required(env, "PRIVY_APP_SECRET"),
      apiUrl: env.PRIVY_API_URL,
      directory: createIdentityDirectory({
        xBearerToken: env.X_BEARER_TOKEN ?? null,
        xApiUrl: env.X_API_URL,
        farcasterNamesUrl: env.FARCASTER_NAMES_URL,
      }),
      book,
      owners: createWalletOwners(db, providerWallets, now, realm),
      signing:
        env.PRIVY_AUTHORIZATION_KEY === undefined
          ? null
          : {
              authorizationKey: env.PRIVY_AUTHORIZATION_KEY,
              signerId: required(env, "PRIVY_SIGNER_ID"),
            },
    });
    return {
      provider,
      async open() {
        if (!(await book.isElsewhere(privyAccount(appId)))) return;
        throw new WalletSeedError(
          `The Privy app ${appId} has wallets of ${realm === "live" ? "the sandbox" : "real chains"}. Create another app: what a sandbox signs is good on the real chain.`,
        );
      },
    };
  }
  const key = Buffer.from(required(env, "WALLET_SEED_KEY").slice(2), "hex");
  const claims = createSeedClaims(db, now, realm);
  const folder = join(env.dataDir, "wallets");
  let seed: Promise<Seed> | null = null;
  // Opened once; a failure is tried again with the next wallet.
  const openSeed = () => {
    seed ??= openRealmSeed({ folder, realm, key, claims }).catch((error: unknown) => {
      seed = null;
      throw error;
    });
    return seed;
  };
  return {
    provider: createHdWalletProvider(
      openSeed,
      createWalletRegistry(db, now, realm),
      createWalletOwners(db, managedWallets, now, realm),
    ),
    open: async () => void (await openSeed()),
  };
}

/** A hosted classifier where one is configured, else a thread of this process. */
function createModerator(env: Env): Moderator {
  if (env.MODERATOR_URL !== undefined) {
    return createHostedModerator({
      url: env.MODERATOR_URL,
      token: required(env, "MODERATOR_TOKEN"),
    });
  }
  const workerPath = resolve(/* turbopackIgnore: true */ "dist/moderator.mjs");
  return createEmbeddedModerator({ workerPath });
}

function createMailer(env: Env): Mailer | null {
  if (env.SMTP_URL === undefined) return null;
  return createSmtpMailer({ url: env.SMTP_URL, from: required(env, "MAIL_FROM") });
}

function createFarcaster(env: Env): FarcasterRegistry | null {
  if (env.FARCASTER_RPC_URL === undefined) return null;
  return createFarcasterRegistry({
    rpcUrl: env.FARCASTER_RPC_URL,
    namesUrl: env.FARCASTER_NAMES_URL,
  });
}

/** Cloudflare Stream where it is configured, else this machine. */
function createVideos(env: Env, tickets: UploadTickets, now: () => Date): VideoProvider {
  if (env.CLOUDFLARE_ACCOUNT_ID !== undefined) {
    return createCloudflareVideoProvider({
      baseUrl: env.CLOUDFLARE_API_URL ?? "https://api.cloudflare.com/client/v4",
      accountId: env.CLOUDFLARE_ACCOUNT_ID,
      token: required(env, "CLOUDFLARE_STREAM_TOKEN"),
      webhookSecret: env.CLOUDFLARE_STREAM_WEBHOOK_SECRET ?? null,
      now,
    });
  }
  return createEmbeddedVideoProvider({
    root: join(env.dataDir, "videos"),
    ffmpeg: locateFfmpeg(env.FFMPEG_PATH),
    probe: createProbe(resolve(/* turbopackIgnore: true */ "dist/probe-video.mjs")),
    tickets,
    now,
  });
}

let shared: ServiceContext | null = null;

/** The context of this process, built on first use. */
export function getContext(): ServiceContext {
  shared ??= createContext(readEnv());
  return shared;
}
