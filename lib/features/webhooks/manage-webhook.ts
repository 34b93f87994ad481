import type { ServiceContext } from "@/lib/context";
import { AppError } from "@/lib/shared/errors";
import type { CountRequest } from "./check-endpoint";
import { newSigningSecret } from "./create-webhook";
import { renderDelivery, renderWebhook } from "./render-webhook";
import { describeWebhook, ownerOf, requireWebhook, type WebhookProof } from "./require-webhook";
import { OLD_SECRET_MS, OLD_SECRETS_MAX } from "./rules/limits";
import type {
  DeliveriesAnswer,
  DeliveriesQuery,
  DeliveryAnswer,
  SecretAnswer,
  WebhookAnswer,
  WebhooksAnswer,
} from "./schema";

type WebhookAccess = { webhookId: string; proof: WebhookProof };

/**
 * The webhooks of the account, or of the management secret.
 * @throws AppError not_signed_in without either
 */
export async function listWebhooks({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "clock" | "webhooks">;
  input: { proof: WebhookProof };
}): Promise<WebhooksAnswer> {
  const owner = ownerOf(input.proof);
  if (owner === null) throw new AppError("not_signed_in");
  const rows = await ctx.webhooks.list(owner);
  const subjects = await ctx.webhooks.subjectsOf(rows.map(({ id }) => id));
  const now = ctx.clock.now();
  const none = { tokens: [], creators: [] };
  const webhooks = rows.map((row) => renderWebhook(row, subjects.get(row.id) ?? none, now));
  return { success: true, webhooks };
}

/** @throws AppError webhook_not_found */
export async function getWebhook({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "clock" | "webhooks">;
  input: WebhookAccess;
}): Promise<WebhookAnswer> {
  const webhook = await describeWebhook(ctx, await requireWebhook(ctx, input));
  return { success: true, webhook };
}

/** @throws AppError webhook_not_found */
export async function deleteWebhook({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "webhooks">;
  input: WebhookAccess;
}): Promise<{ success: true }> {
  const { id } = await requireWebhook(ctx, input);
  await ctx.webhooks.remove(id);
  return { success: true };
}

/**
 * Replaces the signing secret. For a day, deliveries have a signature of each replaced one as well.
 * @throws AppError webhook_not_found, rate_limited
 */
export async function rotateWebhookSecret({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "clock" | "webhookSecrets" | "webhooks">;
  input: WebhookAccess & { limit: CountRequest };
}): Promise<SecretAnswer> {
  const found = await requireWebhook(ctx, input);
  await input.limit("webhookAction", found.id);
  const secret = newSigningSecret();
  const now = ctx.clock.now().getTime();
  const possibleAt = await ctx.webhooks.rotate(found.id, {
    sealed: await ctx.webhookSecrets.seal(found.id, secret),
    until: new Date(now + OLD_SECRET_MS),
  });
  if (possibleAt !== null) {
    const text = `${OLD_SECRETS_MAX} replaced secrets of this webhook are still valid. Try again later.`;
    const retryAfterSeconds = Math.max(1, Math.ceil((possibleAt.getTime() - now) / 1_000));
    throw new AppError("rate_limited", text, { retryAfterSeconds });
  }
  const webhook = await describeWebhook(ctx, await requireWebhook(ctx, input));
  return { success: true, webhook, secret };
}

/** @throws AppError webhook_not_found */
export async function listWebhookDeliveries({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "log" | "webhookDeliveries" | "webhooks">;
  input: WebhookAccess & { query: DeliveriesQuery };
}): Promise<DeliveriesAnswer> {
  const { id } = await requireWebhook(ctx, input);
  const { limit, cursor, state = null } = input.query;
  const before = cursor === undefined ? null : Number(cursor);
  const rows = await ctx.webhookDeliveries.listDeliveries(id, { before, limit: limit + 1, state });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextCursor = rows.length > limit && last !== undefined ? String(last.sequence) : null;
  return { success: true, deliveries: page.map((row) => renderDelivery(ctx.log, row)), nextCursor };
}

/**
 * Sends an ended delivery again, with its id.
 * @throws AppError webhook_not_found, webhook_inactive, delivery_not_found, rate_limited
 */
export async function replayWebhookDelivery({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "log" | "webhookDeliveries" | "webhooks">;
  input: WebhookAccess & { deliveryId: string; limit: CountRequest };
}): Promise<DeliveryAnswer> {
  const found = await requireWebhook(ctx, input);
  await input.limit("webhookAction", found.id);
  if (found.state !== "active") throw new AppError("webhook_inactive");
  const replayed = await ctx.webhookDeliveries.replay(found.id, input.deliveryId);
  if (replayed === null) throw new AppError("delivery_not_found");
  return { success: true, delivery: renderDelivery(ctx.log, replayed) };
}

/**
 * Sends a test event; to an endpoint that is not verified yet, the challenge again.
 * @throws AppError webhook_not_found, webhook_inactive when it is disabled, rate_limited
 */
export async function testWebhook({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "ids" | "log" | "webhookDeliveries" | "webhooks">;
  input: WebhookAccess & { limit: CountRequest };
}): Promise<DeliveryAnswer> {
  for (;;) {
    const found = await requireWebhook(ctx, input);
    await input.limit("webhookAction", found.id);
    await input.limit("webhookHost", new URL(found.url).hostname);
    if (found.state === "disabled") throw new AppError("webhook_inactive");
    const id = ctx.ids.randomId();
    const added =
      found.state === "pending"
        ? await ctx.webhooks.verifyAgain(found, id)
        : await ctx.webhookDeliveries.addTest(found.id, id);
    // Null: another request has moved the webhook, whose new host has a limit of its own.
    if (added !== null) return { success: true, delivery: renderDelivery(ctx.log, added) };
  }
}
