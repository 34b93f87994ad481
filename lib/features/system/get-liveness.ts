import type { ServiceContext } from "@/lib/context";
import { within } from "@/lib/support/within";
import { checkParts, doesAnswer, latestParts, type Parts, type PartsContext } from "./check-parts";
import type { Liveness } from "./schema";

/** Probes give up after a second by default; a hanging dependency takes longer to judge. */
const WAIT_MS = 500;

/**
 * Reports that the process runs, soon, with the latest known state of its dependencies.
 * @param call.reader beyond its share of server time, it gets the latest known state without new checks
 */
export async function getLiveness({
  ctx,
  reader,
}: {
  ctx: PartsContext & Pick<ServiceContext, "serverWallet">;
  reader: { isBeyondShare: boolean } | null;
}): Promise<Liveness> {
  const known = latestParts({ ctx });
  if (reader?.isBeyondShare) return toLiveness(ctx, known);
  return toLiveness(ctx, await within(WAIT_MS, known, checkParts({ ctx })));
}

/** @param parts null if no check has ended yet */
export function toLiveness(
  ctx: Pick<ServiceContext, "serverWallet">,
  parts: Parts | null,
): Liveness {
  const checks = {
    rpc: parts?.nodes.every(doesAnswer) ?? false,
    store: parts !== null && parts.database === "ok" && parts.limiter,
  };
  return {
    success: true,
    status: checks.rpc && checks.store ? "ok" : "degraded",
    serverWallet: ctx.serverWallet,
    checks,
  };
}
