import type { ServiceContext } from "@/lib/context";

const KEPT_MS = 24 * 60 * 60 * 1000;

/** Removes expired sign-ins, and idempotency keys and sent events older than 24h. */
export async function removeExpired({
  ctx,
}: {
  ctx: Pick<ServiceContext, "accounts" | "adminStore" | "clock" | "idempotency" | "outbox">;
}): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_MS);
  await ctx.accounts.forgetExpired();
  await ctx.adminStore.forgetExpired();
  await ctx.outbox.removeSent(before);
  await ctx.idempotency.forgetBefore(before);
}
