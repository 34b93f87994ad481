import type { ServiceContext } from "@/lib/context";
import { checkParts, toHealth } from "./check-parts";
import type { Health } from "./schema";

/** Returns the health of the dependencies; each check takes about a second at most. */
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
