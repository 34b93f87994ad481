import type { ServiceContext } from "@/lib/context";
import { checkParts, toHealth } from "./check-parts";
import type { Health } from "./schema";

/** Asks everything that the service depends on, each within about a second. */
export async function getHealth({
  ctx,
}: {
  ctx: Pick<
    ServiceContext,
    "chains" | "clock" | "isDatabaseHealthy" | "limiter" | "serverWallet" | "signedTransactions"
  >;
}): Promise<Health> {
  return toHealth(ctx, await checkParts({ ctx }));
}
