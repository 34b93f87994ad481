import type { ServiceContext } from "@/lib/context";
import type { LimitDecision } from "@/lib/drivers/limits/limit-rule";
import { LIMITS, type LimitPolicy, type LimitPolicyName } from "@/lib/operations/limits";
import { AppError } from "@/lib/shared/errors";
import { type Buckets, hostBuckets, subjectBuckets } from "./buckets";
import type { Caller } from "./callers";

/** Counts one caller's requests. */
export type CallerLimits = {
  /**
   * Counts this request under a policy.
   * @param subject counted instead of the caller, for example the wallet that is paid
   * @throws AppError rate_limited, or dependency_unavailable when the policy fails closed
   */
  limit(policy: LimitPolicyName, subject?: string): Promise<void>;
  /**
   * Whether `limit` would throw rate_limited for this subject. Counts nothing.
   * @throws AppError dependency_unavailable when the store is down
   */
  isUsedUp(policy: ExactPolicyName, subject: string): Promise<boolean>;
  /**
   * Gives back what this request has counted under policies, because the work was not done. Never throws: if
   * the store fails, it remains counted.
   */
  giveBack(policies: readonly ExactPolicyName[]): Promise<void>;
  /** Counts completed work as several requests; never throws. */
  charge(policy: LimitPolicyName, requests: number): void;
  /** Seconds until the next request is within the limits that this one used up; 0 if it is now. */
  retryAfterSeconds(): number;
};

export type ExactPolicyName = {
  [Name in LimitPolicyName]: (typeof LIMITS)[Name]["exact"] extends true ? Name : never;
}[LimitPolicyName];
type Ctx = Pick<ServiceContext, "env" | "log" | "limiter"> & {
  settings: Pick<ServiceContext["settings"], "current">;
};
const NOT_COUNTED: LimitHeaders = [];
/** Parts of a request. Its headers describe the limit of its operation. */
const PARTS: ReadonlySet<LimitPolicyName> = new Set(["lookup", "newAccount", "newWallet"]);

/**
 * Limits of an address, a host or all callers. Their counts would show what others did, for example whether an
 * email address has an account, so headers never describe them.
 */
const SHARED: ReadonlySet<LimitPolicyName> = new Set([
  "mailTo",
  "mailAll",
  "mailKnownTo",
  "codeGuess",
  "wrongCode",
  "newWalletAll",
  "webhookHost",
]);

/** `RateLimit-Policy` and `RateLimit`: alternates names and values. */
export type LimitHeaders = readonly string[];

/** @param onCounted receives the headers for the response */
export function createCallerLimits(
  ctx: Ctx,
  caller: Caller,
  onCounted: (headers: LimitHeaders) => void,
): CallerLimits {
  let retryAfterSeconds = 0;
  let counted: { name: LimitPolicyName; giveBack: () => Promise<void> }[] = [];
  return {
    retryAfterSeconds: () => retryAfterSeconds,
    async limit(name, subject) {
      if (caller.isExempt) return;
      const policy = policyOf(ctx, name);
      const bucketsOf = name === "webhookHost" ? hostBuckets : subjectBuckets;
      const buckets = subject === undefined ? caller.buckets : bucketsOf(subject);
      const decision = await decide(ctx, name, policy, buckets);
      if (decision.giveBack) counted.push({ name, giveBack: decision.giveBack });
      const isShared = SHARED.has(name);
      if (decision.allowed && (isShared || PARTS.has(name))) return;
      if (!isShared) onCounted(limitHeaders(name, decision));
      if (!decision.allowed) throw refusal(name, policy, decision);
      if (decision.remaining === 0)
        retryAfterSeconds = Math.max(retryAfterSeconds, decision.resetSeconds);
    },
    async isUsedUp(name, subject) {
      if (caller.isExempt) return false;
      const rule = policyOf(ctx, name);
      return ctx.limiter
        .isUsedUp(name, rule, subjectBuckets(subject))
        .catch((cause: unknown) => storeIsDown(ctx, name, cause));
    },
    async giveBack(policies) {
      const names: readonly LimitPolicyName[] = policies;
      const returned = counted.filter(({ name }) => names.includes(name));
      counted = counted.filter(({ name }) => !names.includes(name));
      for (const { name, giveBack } of returned) {
        await giveBack().catch((err: unknown) =>
          ctx.log.warn({ err, policy: name }, "giving back a request failed; it stays counted"),
        );
      }
    },
    charge(name, requests) {
      if (caller.isExempt || requests < 1) return;
      const policy = policyOf(ctx, name);
      const count = (cost: number) =>
        ctx.limiter.limitLocally(name, { ...policy, cost }, caller.buckets);
      const { allowed, remaining } = count(requests);
      // More than the remaining quota uses it up: the next request waits for the next window.
      if (!allowed && remaining > 0) count(remaining);
    },
  };
}

/**
 * Counts a request synchronously under a policy that needs no store.
 * @param cost weight of the request
 * @returns the headers to send, and the error to return or null
 */
export function limitLocally(
  ctx: Ctx,
  name: LimitPolicyName,
  caller: Caller,
  cost = 1,
): { headers: LimitHeaders; error: AppError | null } {
  if (caller.isExempt) return { headers: NOT_COUNTED, error: null };
  const policy = policyOf(ctx, name);
  const rule = cost === 1 ? policy : { ...policy, cost };
  const decision = ctx.limiter.limitLocally(name, rule, caller.buckets);
  return {
    headers: limitHeaders(name, decision),
    error: decision.allowed ? null : refusal(name, policy, decision),
  };
}

/**
 * The same for a limit besides that of the operation: only a refusal sends its headers.
 * @returns the error to return, or null
 */
export function findExcess(
  ctx: Ctx,
  name: LimitPolicyName,
  exchange: { readonly caller: Caller; rateLimit: LimitHeaders },
  cost = 1,
): AppError | null {
  const { headers, error } = limitLocally(ctx, name, exchange.caller, cost);
  if (error !== null) exchange.rateLimit = headers;
  return error;
}

/** Built once per quota: reads are counted by the ten thousand a second. */
const changedPolicies = new Map<LimitPolicyName, LimitPolicy>();

/** A policy with the quota that the operator has set, or configured. */
function policyOf({ env, settings }: Ctx, name: LimitPolicyName): LimitPolicy {
  const policy: LimitPolicy = LIMITS[name];
  const configured = name === "data" ? env.RATE_LIMIT_DATA_PER_MINUTE : policy.quota;
  const quota = settings.current().quotas[name] ?? configured;
  if (quota === policy.quota) return policy;
  const known = changedPolicies.get(name);
  if (known?.quota === quota) return known;
  const changed = { ...policy, quota };
  changedPolicies.set(name, changed);
  return changed;
}

/** @throws AppError when a required store is down */
async function decide(
  ctx: Ctx,
  name: LimitPolicyName,
  policy: LimitPolicy,
  buckets: Buckets,
): Promise<LimitDecision> {
  if (!policy.exact) return ctx.limiter.limitLocally(name, policy, buckets);
  try {
    return await ctx.limiter.limit(name, policy, buckets);
  } catch (cause) {
    return storeIsDown(ctx, name, cause);
  }
}

function storeIsDown(ctx: Pick<Ctx, "log">, policy: LimitPolicyName, cause: unknown): never {
  ctx.log.warn({ err: cause, policy }, "the rate-limit store is down");
  throw new AppError(
    "dependency_unavailable",
    "The rate-limit store is down. Nothing was done. Try again later.",
    { cause, retryAfterSeconds: 5 },
  );
}

function limitHeaders(name: LimitPolicyName, decision: LimitDecision): LimitHeaders {
  const { quota, windowSeconds, remaining, resetSeconds } = decision;
  return [
    "RateLimit-Policy",
    policyText(name, quota, windowSeconds),
    "RateLimit",
    `"${name}";r=${remaining};t=${resetSeconds}`,
  ];
}

/** The latest header text of each policy; its numbers hardly ever change. */
const policyTexts = new Map<string, { quota: number; windowSeconds: number; text: string }>();

function policyText(name: LimitPolicyName, quota: number, windowSeconds: number): string {
  const known = policyTexts.get(name);
  if (known?.quota === quota && known.windowSeconds === windowSeconds) return known.text;
  const text = `"${name}";q=${quota};w=${windowSeconds}`;
  policyTexts.set(name, { quota, windowSeconds, text });
  return text;
}

const NOUNS = {
  launch: "launches",
  dryRun: "dry runs",
  prepare: "prepared transactions",
  manager: "managers",
  lookup: "lookups of usernames",
  newWallet: "new managed wallets",
  newWalletAll: "new managed wallets",
  payout: "payouts",
  image: "uploads",
  metadata: "uploads",
  signIn: "sign-ins",
  newAccount: "new accounts",
  mail: "mails",
  mailTo: "mails",
  mailAll: "mails",
  mailKnown: "mails",
  mailKnownTo: "mails",
  mailKnownFrom: "mails",
  codeGuess: "codes",
  wrongCode: "wrong codes",
  account: "requests",
  walletAction: "transactions",
  accountTrade: "trades",
  webhook: "requests",
  webhookCreate: "webhooks",
  webhookHost: "endpoints of one host",
  webhookAction: "requests",
  videoUpload: "uploads",
  file: "files",
  content: "requests",
  drawing: "pictures",
  linkPicture: "pictures",
  imageBytes: "megabytes of images",
  faucet: "grants",
  rpc: "calls",
  rpcTransaction: "transactions",
  status: "requests",
  admin: "requests",
  report: "reports",
  reportOfToken: "reports of a token",
  page: "pages",
  request: "requests",
  unsignedCall: "calls without a valid signature",
  names: "requests",
  nameLookup: "lookups of names",
  data: "requests",
} as const satisfies Record<LimitPolicyName, string>;

const WINDOWS: Readonly<Record<number, string>> = { 60: "minute", 3600: "hour", 86400: "day" };

function refusal(
  name: LimitPolicyName,
  { quota, windowSeconds }: LimitPolicy,
  { resetSeconds }: LimitDecision,
): AppError {
  const window = WINDOWS[windowSeconds] ?? `${windowSeconds} seconds`;
  const text = `Rate limit exceeded. Maximum ${quota} ${NOUNS[name]} per ${window}.`;
  return new AppError("rate_limited", text, { retryAfterSeconds: resetSeconds });
}
