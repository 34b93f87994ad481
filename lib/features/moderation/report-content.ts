import type { ServiceContext } from "@/lib/context";
import type { Caller } from "@/lib/http/limits/callers";
import type { LimitPolicyName } from "@/lib/operations/limits";
import { readTarget, senderOf } from "./read-target";
import type { ReportRequest } from "./schema";

/**
 * Stores a report for the moderators. It changes nothing by itself, however many there are.
 * @throws AppError token_not_found, not_found, rate_limited, dependency_unavailable
 */
export async function reportContent({
  ctx,
  input: { request, caller, limit },
}: {
  ctx: Pick<
    ServiceContext,
    "chains" | "env" | "ids" | "ipfs" | "log" | "market" | "reports" | "serverWallet"
  >;
  input: {
    request: ReportRequest;
    caller: Caller;
    limit: (policy: LimitPolicyName, subject?: string) => Promise<void>;
  };
}): Promise<{ success: true; repeated: boolean }> {
  await limit("report");
  const target = await readTarget(ctx, request);
  const sender = senderOf(caller, ctx.ids.keyedId("report"));
  await limit("reportOfToken", `${sender} ${target.chainId} ${target.token}`);
  const { reason, details, email } = request;
  const isNew = await ctx.reports.addReport({ ...target, reason, details, email, sender });
  if (isNew) ctx.log.info({ kind: target.kind, key: target.key, reason }, "content reported");
  return { success: true, repeated: !isNew };
}
