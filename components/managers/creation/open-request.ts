import { ApiError } from "@slipway-launchpad/client";
import { IDEMPOTENCY_KEY_MS } from "@/lib/features/idempotency/rules";
import type { StoredValue } from "@/lib/web/create-store";
import type { StoredDraft } from "../stored-drafts";

/** How long a pending request is resumed automatically, and its form is shown first. */
const RESUME_MS = 60 * 60_000;

type Sent<Draft> = NonNullable<StoredDraft<Draft>["sent"]>;

/** The last request, if the service may have executed it and still knows its key; null otherwise. */
export function openRequestOf<Draft>(stored: StoredValue<StoredDraft<Draft>>) {
  const sent = stored.read()?.sent;
  // Without its form values, which an earlier build did not store, it cannot be sent again.
  return sent?.isOpen && sent.draft !== undefined && isKnown(sent) ? sent : null;
}

/** Whether the service still knows the key of a request. */
export function isKnown({ at }: { at: number }): boolean {
  return Date.now() - at < IDEMPOTENCY_KEY_MS;
}

/** Whether the result of a request of the last hour is unknown. */
export function isRecentlyOpen<Draft>(sent: Sent<Draft> | null | undefined): boolean {
  return sent?.isOpen === true && Date.now() - sent.at < RESUME_MS;
}

/** Whether a request is sent again without its user: no response to it has arrived. */
export function isResumed<Draft>(sent: Sent<Draft> | null): sent is Sent<Draft> {
  return isRecentlyOpen(sent) && sent?.isAnswered !== true;
}

/**
 * The state of a request that failed.
 * @param wasOpen whether an earlier request with the same key had no result
 */
export function stateAfter(error: unknown, wasOpen: boolean) {
  if (!(error instanceof ApiError)) return { isOpen: true, isAnswered: false };
  return {
    isOpen: error.isOutcomeUnknown || (wasOpen && error.retryable),
    // With 504, a proxy reports that the service has not responded.
    isAnswered: error.kind === "answered" && error.status !== 504,
  };
}
