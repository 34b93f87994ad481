import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { findContradictions } from "./schemas/environment/contradictions";
import {
  type SandboxPart,
  type Values,
  type VariableName,
  variables,
} from "./schemas/environment/environment";
import {
  type BackupService,
  type Bucket,
  backupS3Of,
  type FeedSource,
  feedSourceOf,
  s3Of,
  type Tracing,
  tracingOf,
} from "./schemas/environment/services";
import { findSecretUrls, ownUrlOf } from "./schemas/environment/urls";
import { CHAIN_SLUGS, CHAINS, type ChainSlug, chainVariable } from "./shared/chains";
import type { Realms } from "./shared/realm";
import { issueText } from "./shared/text/issue-text";

/**
 * The only reader of the process environment. Every variable has a schema and an example. An invalid
 * variable stops the start with its name, the problem and the example. Empty strings count as unset.
 */

export type Env = Values &
  Realms & {
    /** `DATA_DIR` as an absolute path. */
    dataDir: string;
    /** URL of the web server on this machine, without a trailing slash. */
    ownUrl: string;
    /** Public base URL of the service, without a trailing slash. */
    publicUrl: string;
    /** Whether `publicUrl` is https. */
    isHttps: boolean;
    /** Whether the operator's console exists. */
    hasConsole: boolean;
    /** URL at which the job engine reaches the service; never taken from a request's headers. */
    inngestServeOrigin: string;
    isSandbox(part: SandboxPart): boolean;
    /** Configuration of IPFS storage and reads. */
    ipfs: {
      dataDir: string;
      pinataJwt: string | undefined;
      pinataUploadUrl: string | undefined;
      pinataApiUrl: string | undefined;
      kuboUrl: string | undefined;
      kuboToken: string | undefined;
      gatewayUrl: string | undefined;
      /** Whether file storage keeps a copy of what a provider has. */
      keepsCopies: boolean;
    };
    /** Storage of uploads, videos and IPFS files; `s3: null` is `dataDir`. */
    storage: { dataDir: string; s3: Bucket | null };
    /** For price feeds that this service sets; null if it sets none. */
    feedSource: FeedSource | null;
    /** The service that has backups in a bucket; null without an access key. */
    backupS3: BackupService | null;
    /** Destination and selection of spans; null if traces are off. */
    tracing: Tracing | null;
    /** Configured URLs that may contain a key or a password. */
    secretUrls: readonly string[];
    /** RPC URLs of a chain, in order of preference; null if the chain is not configured. */
    rpcUrls(chain: ChainSlug): readonly string[] | null;
    /** Blocks below the head that the indexer does not index yet; null if not set. */
    confirmations(chain: ChainSlug): number;
  };

/** In order of precedence. */
const ENV_FILES = [".env.local", ".env"];
let areFilesLoaded = false;

/**
 * Adds the variables of `.env.local` and `.env` in the working directory to the process environment,
 * once. Variables of the process itself take precedence. Every program that reads the environment
 * through this module gets them: web server, indexer, migrations, doctor, heal and the supervisor.
 */
export function loadEnvFiles(): NodeJS.ProcessEnv {
  if (areFilesLoaded) return process.env;
  areFilesLoaded = true;
  for (const name of ENV_FILES) {
    if (existsSync(/* turbopackIgnore: true */ name)) process.loadEnvFile(name);
  }
  // Node asks the operating system for each variable at each access, and the job engine's SDK reads
  // all of them several times per call. On Windows, only the original object finds names in any case.
  if (process.platform !== "win32") process.env = { ...process.env };
  return process.env;
}

/** The environment is invalid; the message has one line per invalid variable. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}

function isVariableName(name: string): name is VariableName {
  return Object.hasOwn(variables.shape, name);
}

function exampleOf(name: VariableName): string {
  return ` Example: ${name}=${variables.shape[name].meta()?.example ?? ""}`;
}

/** A half-configured service is an error; it must not fall back to the embedded one. */
function findHalfPairs(given: Readonly<Record<string, string | undefined>>): string[] {
  const pairs = [
    ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"],
    ["INNGEST_SIGNING_KEY", "INNGEST_EVENT_KEY"],
    ["PRIVY_APP_ID", "PRIVY_APP_SECRET"],
    ["PRIVY_AUTHORIZATION_KEY", "PRIVY_SIGNER_ID"],
    ["SMTP_URL", "MAIL_FROM"],
    ["X_CLIENT_ID", "X_CLIENT_SECRET"],
    ["MODERATOR_URL", "MODERATOR_TOKEN"],
    ["CLOUDFLARE_ACCOUNT_ID", "CLOUDFLARE_STREAM_TOKEN"],
    ["REGION_HEADER", "REFUSED_REGIONS"],
    ["ALERT_TELEGRAM_TOKEN", "ALERT_TELEGRAM_CHAT"],
    ["S3_BUCKET", "S3_ACCESS_KEY_ID"],
    ["FEED_SETTER_PRIVATE_KEY", "FEED_SOURCE_RPC_URL"],
    ["FEED_SETTER_PRIVATE_KEY", "FEED_SOURCE_ADDRESS"],
    ["S3_BUCKET", "S3_SECRET_ACCESS_KEY"],
    ["BACKUP_S3_ACCESS_KEY_ID", "BACKUP_S3_SECRET_ACCESS_KEY"],
  ] as const;
  const halves = pairs.flatMap(([first, second]) => {
    if ((given[first] === undefined) === (given[second] === undefined)) return [];
    const missing = given[first] === undefined ? first : second;
    return [`${missing}: ${first} and ${second} go together.${exampleOf(missing)}`];
  });
  if (given.REDIS_URL === undefined || given.UPSTASH_REDIS_REST_URL === undefined) return halves;
  return [...halves, "REDIS_URL: set either REDIS_URL or UPSTASH_REDIS_REST_URL."];
}

/** The first variable has no effect without the second. */
const NEEDS = [
  ["WALLET_SEED_KEY_PREVIOUS", "WALLET_SEED_KEY"],
  ["PRIVY_AUTHORIZATION_KEY", "PRIVY_APP_ID"],
  ["KUBO_RPC_TOKEN", "KUBO_RPC_URL"],
] as const;

function findUnused(given: Readonly<Record<string, string | undefined>>): string[] {
  return NEEDS.flatMap(([name, needed]) =>
    given[name] === undefined || given[needed] !== undefined
      ? []
      : [`${needed}: ${name} needs it.${exampleOf(needed)}`],
  );
}

const rpcUrlsOf = (values: Values, chain: ChainSlug): readonly string[] | null =>
  values[chainVariable("RPC_URL", chain)] ?? null;

const hasRealChain = (values: Values): boolean =>
  CHAIN_SLUGS.some(
    (chain) => rpcUrlsOf(values, chain) !== null && !values.SANDBOX_PARTS.includes(chain),
  );

/** In a sandbox, the emails of alerts appear on a page. */
function findLostAlerts(values: Values): string[] {
  const { ALERT_EMAILS, SMTP_URL } = values;
  if (ALERT_EMAILS.length === 0 || SMTP_URL !== undefined || !hasRealChain(values)) return [];
  return [`SMTP_URL: ALERT_EMAILS needs it.${exampleOf("SMTP_URL")}`];
}

/**
 * Reads and checks the environment.
 * @param source the variables, by default those of the process and of `.env`
 * @throws EnvError with each invalid variable and an example
 */
export function readEnv(source: Record<string, string | undefined> = loadEnvFiles()): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([name, value]) => isVariableName(name) && value !== ""),
  );
  const parsed = variables.safeParse(given, { error: issueText });
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => {
      const name = String(issue.path[0] ?? "");
      return `${name}: ${issue.message}.${isVariableName(name) ? exampleOf(name) : ""}`;
    }),
    ...findHalfPairs(given),
    ...findUnused(given),
    ...(parsed.success ? [...findContradictions(parsed.data), ...findLostAlerts(parsed.data)] : []),
  ];
  if (!parsed.success || problems.length > 0) {
    throw new EnvError(`The environment is invalid:\n  ${problems.join("\n  ")}`);
  }
  const values = parsed.data;
  const dataDir = resolve(/* turbopackIgnore: true */ values.DATA_DIR);
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const isSandbox = (part: SandboxPart) => values.SANDBOX_PARTS.includes(part);
  const rpcUrls = (chain: ChainSlug) => rpcUrlsOf(values, chain);
  return {
    ...values,
    dataDir,
    ipfs: {
      dataDir,
      pinataJwt: values.PINATA_JWT,
      pinataUploadUrl: values.PINATA_UPLOAD_URL,
      pinataApiUrl: values.PINATA_API_URL,
      kuboUrl: values.KUBO_RPC_URL,
      kuboToken: values.KUBO_RPC_TOKEN,
      gatewayUrl: values.IPFS_GATEWAY_URL,
      // Without a bucket and without own videos, each machine may have a disk of its own.
      keepsCopies: values.S3_BUCKET !== undefined || values.CLOUDFLARE_ACCOUNT_ID === undefined,
    },
    storage: { dataDir, s3: s3Of(values) },
    feedSource: feedSourceOf(values),
    backupS3: backupS3Of(values),
    tracing: tracingOf(values),
    ownUrl: ownUrlOf(values),
    publicUrl,
    isHttps: publicUrl.startsWith("https:"),
    hasConsole: values.ADMIN_WALLETS.length > 0,
    inngestServeOrigin: values.INNGEST_SERVE_ORIGIN ?? publicUrl,
    isSandbox,
    realm: !hasRealChain(values) && CHAIN_SLUGS.some(isSandbox) ? "sandbox" : "live",
    realmOf: (chain) =>
      CHAIN_SLUGS.some(
        (slug) => (chain === slug || chain === CHAINS[slug].chainId) && isSandbox(slug),
      )
        ? "sandbox"
        : "live",
    rpcUrls,
    secretUrls: Object.values(given).flatMap(findSecretUrls),
    confirmations: (chain) => values[chainVariable("CONFIRMATIONS", chain)] ?? 0,
  };
}

/**
 * Returns a variable that this process requires.
 * @throws EnvError with the name and an example
 */
export function required<Name extends VariableName>(env: Env, name: Name): NonNullable<Env[Name]> {
  const value = env[name];
  if (value === undefined || value === null) {
    throw new EnvError(`${name} is not set.${exampleOf(name)}`);
  }
  return value;
}

/**
 * Checks the variables that a process requires, so that an operator sees all missing ones at once.
 * @throws EnvError with each missing variable and an example
 */
export function requireAll(env: Env, names: readonly VariableName[]): void {
  const missing = names.filter((name) => env[name] === undefined || env[name] === null);
  if (missing.length === 0) return;
  const lines = missing.map((name) => `${name} is not set.${exampleOf(name)}`);
  throw new EnvError(`The environment is incomplete:\n  ${lines.join("\n  ")}`);
}

/** Warnings about valid settings that are probably not intended. */
export function warningsOf(env: Env): string[] {
  const hasProxies = env.TRUSTED_PROXY_HOPS > 0;
  const warnings = [];
  if (hasProxies && env.PUBLIC_URL === undefined) {
    warnings.push(
      `TRUSTED_PROXY_HOPS is set without PUBLIC_URL, so links in emails, share images and samples start with ${env.publicUrl}.${exampleOf("PUBLIC_URL")}`,
    );
  }
  if (!hasProxies && env.isHttps) {
    warnings.push(
      `PUBLIC_URL is https, so a proxy terminates TLS, but TRUSTED_PROXY_HOPS is 0: all callers share the proxy's limits.${exampleOf("TRUSTED_PROXY_HOPS")}`,
    );
  }
  return warnings;
}

/** The process environment with `overrides`, for a child process. */
export function childEnv(
  overrides: Partial<Record<Exclude<VariableName, "NODE_ENV">, string>> &
    Partial<Pick<Env, "NODE_ENV">>,
): NodeJS.ProcessEnv {
  return { ...loadEnvFiles(), ...overrides };
}

/** Lets Auth.js trust the origin that the server passes; it reads this setting only from the environment. */
export function trustAuthHost(): void {
  process.env.AUTH_TRUST_HOST = "true";
}

/**
 * Makes Next read the configuration that the pages were built with, as its standalone server does.
 * Otherwise every start compiles `next.config.ts` and what it imports.
 * @param config JSON
 */
export function setBuiltConfig(config: string): void {
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = config;
}
