import { randomBytes } from "node:crypto";
import type { ServiceContext } from "@/lib/context";
import { requireAccount } from "@/lib/features/users/require-account";
import type { Session } from "@/lib/features/users/rules/account";
import type { Caller } from "@/lib/http/limits/callers";
import { AppError } from "@/lib/shared/errors";
import { type CountRequest, checkEndpoint, toWei } from "./check-endpoint";
import { renderWebhook } from "./render-webhook";
import { hashSecret } from "./require-webhook";
import { WEBHOOK_KINDS } from "./rules/kinds";
import { WEBHOOK_LIMITS } from "./rules/limits";
import type { CreateWebhookAnswer, CreateWebhookRequest } from "./schema";

type Ctx = Pick<
  ServiceContext,
  "accounts" | "clock" | "ids" | "webhookSecrets" | "webhookSender" | "webhooks"
>;

/**
 * Creates a webhook: for the signed-in account, otherwise with a management secret. Its endpoint gets
 * events once it has answered the challenge.
 * @throws AppError invalid_body, rate_limited, webhook_quota, not_signed_in, dependency_unavailable
 */
export async function createWebhook({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: {
    request: CreateWebhookRequest;
    session: Session | null;
    caller: Pick<Caller, "buckets" | "isExempt">;
    limit: CountRequest;
  };
}): Promise<CreateWebhookAnswer> {
  const { request, session, caller, limit } = input;
  const account = session === null ? null : await requireAccount(ctx, session);
  const url = await checkEndpoint(ctx, { url: request.url, limit });
  const id = `wh_${ctx.ids.randomId()}`;
  const managementSecret = account === null ? `whm_${randomBytes(32).toString("base64url")}` : null;
  const managementHash = managementSecret === null ? null : hashSecret(managementSecret);
  const secret = newSigningSecret();
  const row = {
    id,
    url,
    accountId: account?.id ?? null,
    managementHash,
    kinds: [...new Set(request.kinds ?? WEBHOOK_KINDS)],
    chains: [...new Set(request.chains ?? [])],
    minTradeWei: toWei(request.minTradeETH ?? "0"),
    sealedSecret: await ctx.webhookSecrets.seal(id, secret),
    challenge: ctx.ids.randomId(),
  };
  const subjects = subjectsOf(request);
  const stored = await ctx.webhooks.insert({ ...row, callers: callersOf(ctx, caller) }, subjects, {
    owner:
      account === null ? { managementHash: managementHash ?? "0x" } : { accountId: account.id },
    ownerMax: WEBHOOK_LIMITS.perOwner,
  });
  if (stored === null) throw new AppError("webhook_quota");
  if (stored === "full") throw subjectFull();
  const webhook = renderWebhook(stored, subjects, ctx.clock.now());
  return { success: true, webhook, secret, managementSecret };
}

export function subjectFull(): AppError {
  const text =
    "Too many webhooks have one of these filters, or none. Name other tokens or creators.";
  return new AppError("webhook_quota", text);
}

/** A signing secret of 256 bits in the form of Standard Webhooks. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** The tokens and creators that a filter names, each once. */
export function subjectsOf({
  tokens,
  creators,
}: Pick<CreateWebhookRequest, "tokens" | "creators">) {
  return { tokens: [...new Set(tokens ?? [])], creators: [...new Set(creators ?? [])] };
}

/**
 * Keyed hashes of the caller and its networks, so that no IP address is stored. None for an exempt
 * caller.
 */
function callersOf(
  { ids }: Pick<Ctx, "ids">,
  { buckets, isExempt }: Pick<Caller, "buckets" | "isExempt">,
): string[] {
  const keys = isExempt ? [] : [buckets.own, ...buckets.networks.map(({ key }) => key)];
  return keys.map((key) => ids.keyedId(`webhook owner ${key}`));
}
