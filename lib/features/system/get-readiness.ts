import type { ServiceContext } from "@/lib/context";
import { within } from "@/lib/support/within";
import type { Readiness } from "./schema";

const DATABASE_MS_MAX = 1_500;

/**
 * Reports whether this process can serve reads. Depends on its database only: a load balancer must
 * not remove every web server because a chain, Redis, the job engine or IPFS is down.
 */
export async function getReadiness({
  ctx,
}: {
  ctx: Pick<ServiceContext, "checkDatabase" | "lifecycle">;
}): Promise<Readiness> {
  const state = await within(DATABASE_MS_MAX, "down" as const, ctx.checkDatabase());
  const { phase } = ctx.lifecycle;
  const checks = {
    database: state !== "down",
    // A read-only database serves reads.
    migrations: state === "ok" || state === "read_only",
    routes: phase !== "starting",
    accepting: phase !== "stopping",
  };
  const reasons = [
    checks.database ? [] : "The database does not respond.",
    state === "outdated" ? "A migration of this version is missing: run npm run migrate." : [],
    checks.routes ? [] : "The server is starting.",
    checks.accepting ? [] : "The server is stopping.",
  ].flat();
  return { success: true, ready: reasons.length === 0, checks, reasons };
}
