import { createHash } from "node:crypto";
import type { Hex } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { Session } from "@/lib/features/users/rules/account";
import { AppError } from "@/lib/shared/errors";
import { renderWebhook } from "./render-webhook";
import type { Webhook } from "./schema";
import type { WebhookOwner } from "./store/create-webhook-store";
import type { WebhookRow } from "./store/webhook-rows";

/** The credentials of a request for a webhook. */
export type WebhookProof = { session: Session | null; authorization: string | null };

const BEARER = /^Bearer (whm_[\w-]{43})$/i;

/** The hash under which a management secret is stored. */
export function hashSecret(secret: string): Hex {
  return `0x${createHash("sha256").update(secret).digest("hex")}`;
}

/** The owner that a request proves to be; null without a session and a management secret. */
export function ownerOf({ session, authorization }: WebhookProof): WebhookOwner | null {
  const secret = BEARER.exec(authorization ?? "")?.[1];
  if (secret !== undefined) return { managementHash: hashSecret(secret) };
  return session === null ? null : { accountId: session.accountId };
}

/**
 * The webhook of a request.
 * @throws AppError webhook_not_found, also when it belongs to someone else
 */
export async function requireWebhook(
  ctx: Pick<ServiceContext, "webhooks">,
  { webhookId, proof }: { webhookId: string; proof: WebhookProof },
): Promise<WebhookRow> {
  const owner = ownerOf(proof);
  const found = owner === null ? null : await ctx.webhooks.find(webhookId, owner);
  if (found === null) throw new AppError("webhook_not_found");
  return found;
}

/** A stored webhook in the form of responses. */
export async function describeWebhook(
  ctx: Pick<ServiceContext, "clock" | "webhooks">,
  row: WebhookRow,
): Promise<Webhook> {
  const subjects = await ctx.webhooks.subjectsOf([row.id]);
  const own = subjects.get(row.id) ?? { tokens: [], creators: [] };
  return renderWebhook(row, own, ctx.clock.now());
}
