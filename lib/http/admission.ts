import type { ServiceContext } from "../context";
import { AppError } from "../domain/errors";
import { LIMITS, type LimitPolicy, type LimitPolicyName } from "../operations/limits";
import type { LimitDecision } from "../ratelimit/limiter";
import { isInNetworks, limitBucket } from "./client-address";

/** Counts requests of one caller and remembers what to say about it in the answer's headers. */
export type Admission = {
  /**
   * Counts this request under a policy.
   * @param subject what is counted, where it is not the caller: a wallet that is paid, for example
   * @throws AppError rate_limited, or dependency_unavailable where the policy fails closed
   */
  admit(policy: LimitPolicyName, subject?: string): Promise<void>;
  /** `RateLimit` and `RateLimit-Policy` of the latest decision; empty when nothing was counted. */
  headers(): Record<string, string>;
};

export function createAdmission(ctx: ServiceContext, caller: string): Admission {
  let headers: Record<string, string> = {};
  const isExempt = isInNetworks(caller, ctx.env.RATE_LIMIT_EXEMPT);

  return {
    headers: () => headers,
    async admit(name, subject) {
      if (isExempt) return;
      const policy: LimitPolicy =
        name === "data"
          ? { ...LIMITS.data, quota: ctx.env.RATE_LIMIT_DATA_PER_MINUTE }
          : LIMITS[name];
      const decision = await decide(ctx, name, policy, subject ?? limitBucket(caller));
      if (decision === null) return;
      headers = {
        "RateLimit-Policy": `"${name}";q=${decision.quota};w=${decision.windowSeconds}`,
        RateLimit: `"${name}";r=${decision.remaining};t=${decision.resetSeconds}`,
      };
      if (!decision.admitted) {
        throw new AppError("rate_limited", limitText(name, policy), {
          retryAfterSeconds: decision.resetSeconds,
        });
      }
    },
  };
}

/** Null when the store is down and the policy lets requests through. */
async function decide(
  ctx: ServiceContext,
  name: LimitPolicyName,
  policy: LimitPolicy,
  bucket: string,
): Promise<LimitDecision | null> {
  try {
    return await ctx.limiter.limit(name, policy, bucket);
  } catch (cause) {
    ctx.log.warn({ err: cause, policy: name }, "the rate-limit store is down");
    if (policy.whenStoreIsDown === "open") return null;
    throw new AppError(
      "dependency_unavailable",
      "The rate-limit store is down, so this request cannot be counted. Nothing was done. Try again later.",
      { cause, retryAfterSeconds: 5 },
    );
  }
}

const NOUNS = {
  launch: "launches",
  rehearsal: "dry runs",
  manager: "managers",
  payout: "payouts",
  data: "requests",
} as const satisfies Record<LimitPolicyName, string>;

function limitText(name: LimitPolicyName, { quota, windowSeconds }: LimitPolicy): string {
  const window = windowSeconds === 3600 ? "hour" : "minute";
  return `Rate limit exceeded. Maximum ${quota} ${NOUNS[name]} per ${window}.`;
}
