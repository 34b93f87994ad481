import type { ServiceContext } from "@/lib/context";
import { type CountRequest, checkEndpoint, toWei } from "./check-endpoint";
import { subjectsOf } from "./create-webhook";
import { describeWebhook, requireWebhook, type WebhookProof } from "./require-webhook";
import type { UpdateWebhookRequest, WebhookAnswer } from "./schema";

/**
 * Changes a webhook. A new URL, and switching it on, verify the endpoint before further events.
 * @throws AppError webhook_not_found, invalid_body, rate_limited
 */
export async function updateWebhook({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "clock" | "ids" | "webhookSender" | "webhooks">;
  input: {
    webhookId: string;
    proof: WebhookProof;
    request: UpdateWebhookRequest;
    limit: CountRequest;
  };
}): Promise<WebhookAnswer> {
  const { webhookId, proof, request, limit } = input;
  const found = await requireWebhook(ctx, { webhookId, proof });
  const { enabled, kinds, chains, minTradeETH } = request;
  const isDisabled = enabled === false;
  const isMoved = request.url !== undefined && new URL(request.url).href !== found.url;
  const isVerified = !isDisabled && (isMoved || (enabled === true && found.state === "disabled"));
  const url =
    isMoved || isVerified
      ? await checkEndpoint(ctx, { url: request.url ?? found.url, limit })
      : found.url;
  const isNaming = request.tokens !== undefined || request.creators !== undefined;
  const own = (await ctx.webhooks.subjectsOf([webhookId])).get(webhookId);
  await ctx.webhooks.update(webhookId, {
    row: {
      ...(url === found.url ? {} : { url }),
      ...(kinds === undefined ? {} : { kinds: [...new Set(kinds)] }),
      ...(chains === undefined ? {} : { chains: [...new Set(chains)] }),
      ...(minTradeETH === undefined ? {} : { minTradeWei: toWei(minTradeETH) }),
    },
    subjects: isNaming ? { ...(own ?? { tokens: [], creators: [] }), ...givenOf(request) } : null,
    // A webhook that is off stays off when it moves, until it is switched on.
    challenge:
      isVerified && !(found.state === "disabled" && enabled !== true) ? ctx.ids.jobId() : null,
    isDisabled,
  });
  const changed = await requireWebhook(ctx, { webhookId, proof });
  return { success: true, webhook: await describeWebhook(ctx, changed) };
}

function givenOf(request: UpdateWebhookRequest) {
  const { tokens, creators } = subjectsOf(request);
  return {
    ...(request.tokens === undefined ? {} : { tokens }),
    ...(request.creators === undefined ? {} : { creators }),
  };
}
