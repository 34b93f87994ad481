import type { ServiceContext } from "@/lib/context";
import { IDEMPOTENCY_KEY_MS } from "@/lib/features/idempotency/rules";
import { removeUnsentLaunches } from "@/lib/features/transactions/remove-unsent";
import { runEach } from "@/lib/support/run-each";

const DAY_MS = 24 * 60 * 60 * 1000;
const REPORTS_KEPT_MS = 90 * DAY_MS;
/** The overview of the console charts a week. */
const UNSENT_KEPT_MS = 8 * DAY_MS;
const NETWORKS_KEPT_MS = 30 * DAY_MS;

/**
 * Removes expired sign-ins and proofs of work, idempotency keys and sent events older than 24h, reports that were
 * closed 90 days ago, prepared launches that nobody sent 8 days ago, and networks of launches of 30 days ago.
 * @throws as `runEach`: an error in one step does not stop the others
 */
export async function removeExpired({
  ctx,
}: {
  ctx: Pick<
    ServiceContext,
    | "accounts"
    | "adminStore"
    | "clock"
    | "idempotency"
    | "launchOrigins"
    | "market"
    | "reports"
    | "outbox"
    | "spentProofs"
    | "transactions"
  >;
}): Promise<void> {
  const now = ctx.clock.now().getTime();
  // One after the other, because two of them lock rows of the same table.
  await runEach([
    () => ctx.accounts.removeExpired(),
    () => ctx.adminStore.removeExpired(),
    () => ctx.spentProofs.removeExpired(),
    () => ctx.outbox.removeSent(new Date(now - DAY_MS)),
    () => ctx.reports.removeClosed(new Date(now - REPORTS_KEPT_MS)),
    async () =>
      ctx.launchOrigins.remove(await removeUnsentLaunches(ctx, new Date(now - UNSENT_KEPT_MS))),
    () => ctx.launchOrigins.clearNetworks(new Date(now - NETWORKS_KEPT_MS)),
    () => ctx.idempotency.removeBefore(new Date(now - IDEMPOTENCY_KEY_MS)),
  ]);
}
