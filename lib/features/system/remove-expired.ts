import type { ServiceContext } from "@/lib/context";

const KEPT_MS = 24 * 60 * 60 * 1000;

const REPORTS_KEPT_MS = 90 * KEPT_MS;

/**
 * Removes expired sign-ins and proofs of work, idempotency keys and sent events older than 24h, and reports that were
 * closed 90 days ago.
 */
export async function removeExpired({
  ctx,
}: {
  ctx: Pick<
    ServiceContext,
    "accounts" | "adminStore" | "clock" | "idempotency" | "moderation" | "outbox" | "spentProofs"
  >;
}): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_MS);
  await ctx.accounts.forgetExpired();
  await ctx.adminStore.forgetExpired();
  await ctx.spentProofs.forgetExpired();
  await ctx.outbox.removeSent(before);
  const closed = new Date(ctx.clock.now().getTime() - REPORTS_KEPT_MS);
  await ctx.moderation.removeClosed(closed);
  await ctx.idempotency.forgetBefore(before);
}
