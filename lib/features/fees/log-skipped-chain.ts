import type { Log } from "@/lib/log";
import type { ChainSlug } from "@/lib/shared/chains";
import { REFUSALS } from "@/lib/shared/error-outcomes";
import { toAppError } from "@/lib/shared/errors";

/**
 * Logs why an operation over all chains left one out: a refusal by its code, an outage as a warning,
 * and anything unexpected as an error.
 * @param what the start of the line, such as "earnings not read"
 */
export function logSkippedChain(log: Log, what: string, chain: ChainSlug, err: unknown): void {
  const { code } = toAppError(err);
  if (REFUSALS.has(code)) log.warn({ chain, code }, `${what}: refused`);
  else if (code === "dependency_unavailable") {
    log.warn({ err, chain }, `${what}: chain unreachable`);
  } else log.error({ err, chain }, `${what}: unexpected error`);
}
