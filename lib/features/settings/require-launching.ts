import type { ServiceContext } from "@/lib/context";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import { pauseOf } from "./rules/settings";

/** A pause lasts until the operator ends it, so clients need not retry often. */
const RETRY_SECONDS = 60;

/**
 * Refuses launches while the operator has paused them. Accepted launches continue.
 * @throws AppError launching_paused
 */
export async function requireLaunching({
  ctx,
  chain,
}: {
  ctx: Pick<ServiceContext, "settings">;
  chain: ChainSlug;
}): Promise<void> {
  const pause = pauseOf(await ctx.settings.read(), chain);
  if (pause === null) return;
  throw new AppError(
    "launching_paused",
    `${describePause(chain, pause.message)} Nothing was queued.`,
    {
      retryAfterSeconds: RETRY_SECONDS,
    },
  );
}

/** A sentence for users and monitoring. */
export function describePause(chain: ChainSlug, message: string): string {
  const end = /[.!?]$/.test(message) ? "" : ".";
  return `Launching on ${CHAINS[chain].name} is paused: ${message}${end}`;
}
