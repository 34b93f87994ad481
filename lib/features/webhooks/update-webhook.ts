import type { ServiceContext } from "@/lib/context";
import { AppError } from "@/lib/shared/errors";
import { type CountRequest, checkEndpoint, normalUrl, toWei } from "./check-endpoint";
import { subjectFull, subjectsOf } from "./create-webhook";
import { describeWebhook, requireWebhook, type WebhookProof } from "./require-webhook";
import type { UpdateWebhookRequest, WebhookAnswer } from "./schema";
import type { WebhookRow } from "./store/webhook-rows";

const CALLER_FULL =
  "The caller that created this webhook has too many others. Delete one of them, or create a new webhook.";

type Ctx = Pick<ServiceContext, "clock" | "ids" | "webhookSender" | "webhooks">;

/**
 * Changes a webhook. A new URL, and enabling it, verify the endpoint before further events.
 * @throws AppError webhook_not_found, webhook_quota, invalid_body, rate_limited
 */
export async function updateWebhook({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: {
    webhookId: string;
    proof: WebhookProof;
    request: UpdateWebhookRequest;
    limit: CountRequest;
  };
}): Promise<WebhookAnswer> {
  const { request, limit } = input;
  // Again when another request has changed the URL or the state that this one has read.
  for (;;) {
    const found = await requireWebhook(ctx, input);
    const changes = await decideChanges(ctx, { found, request, limit });
    const outcome = await ctx.webhooks.update(found, changes);
    if (outcome === "full") throw subjectFull();
    if (outcome === "quota") throw new AppError("webhook_quota", CALLER_FULL);
    if (outcome === "changed") break;
  }
  const webhook = await describeWebhook(ctx, await requireWebhook(ctx, input));
  return { success: true, webhook };
}

async function decideChanges(
  ctx: Ctx,
  {
    found,
    request,
    limit,
  }: { found: WebhookRow; request: UpdateWebhookRequest; limit: CountRequest },
) {
  const { enabled, kinds, chains, minTradeETH } = request;
  const isDisabled = enabled === false;
  const isMoved = request.url !== undefined && normalUrl(request.url).href !== found.url;
  const isVerified = !isDisabled && (isMoved || (enabled === true && found.state === "disabled"));
  const url =
    isMoved || isVerified
      ? await checkEndpoint(ctx, { url: request.url ?? found.url, limit })
      : found.url;
  const isNaming = request.tokens !== undefined || request.creators !== undefined;
  const own = (await ctx.webhooks.subjectsOf([found.id])).get(found.id);
  const subjects = { ...(own ?? { tokens: [], creators: [] }), ...givenOf(request) };
  const wasDisabled = found.state === "disabled";
  // A disabled webhook stays disabled when it moves, until it is enabled.
  const challenge = isVerified && !(wasDisabled && enabled !== true) ? ctx.ids.randomId() : null;
  const staysDisabled = isDisabled || (wasDisabled && challenge === null);
  return {
    row: {
      ...(url === found.url ? {} : { url }),
      ...(kinds === undefined ? {} : { kinds: [...new Set(kinds)] }),
      ...(chains === undefined ? {} : { chains: [...new Set(chains)] }),
      ...(minTradeETH === undefined ? {} : { minTradeWei: toWei(minTradeETH) }),
    },
    subjects: isNaming ? subjects : null,
    added: !staysDisabled && (isNaming || wasDisabled) ? subjects : null,
    challenge,
    // A disabled one keeps its reason and time: the quota of its caller depends on them.
    isDisabled: isDisabled && !wasDisabled,
  };
}

function givenOf(request: UpdateWebhookRequest) {
  const { tokens, creators } = subjectsOf(request);
  return {
    ...(request.tokens === undefined ? {} : { tokens }),
    ...(request.creators === undefined ? {} : { creators }),
  };
}
