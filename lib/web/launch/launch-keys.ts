import { newIdempotencyKey } from "@slipway-launchpad/client";
import { z } from "zod";
import { IDEMPOTENCY_KEY_MS } from "@/lib/features/idempotency/rules";
import { createStore } from "../create-store";

/** How a launch was last sent, until its outcome is known. */
const sent = z.object({
  /** The payer, see `termsOf`. */
  terms: z.string(),
  /** Its job, once the service has returned it. */
  jobId: z.string().nullable(),
  /** Requests to the service or a wallet that may still launch it. */
  open: z.array(z.string()),
  at: z.number(),
});
const launch = z.object({ request: z.string(), key: z.string(), sent: sent.nullable() });
type Launch = z.output<typeof launch>;
type Sent = z.output<typeof sent>;

const UNSENT_MAX = 10;

/** Launches under review or sent, the latest last. */
const launches = createStore("slipway.launch-keys", z.array(launch));

/** The terms of a launch that the service pays for, and the open request with which it was sent. */
export const BY_SERVICE = "service";

/**
 * The idempotency key of a launch. The same launch has the same key, also in another tab and with
 * another payer, because the service launches one token for a key. Other terms get a new key once a
 * wallet has declined all requests with the earlier ones.
 * @param request chain and body
 * @param terms who pays; null while that is unknown
 */
export function launchKeyOf(request: string, terms: string | null): string {
  const known = find((one) => one.request === request);
  if (known !== undefined && !isReplaceable(known, terms)) return known.key;
  const fresh: Launch = { request, key: newIdempotencyKey(), sent: null };
  launches.change((all) => {
    const held = all?.find((one) => one.request === request);
    // Another tab was first.
    if (held !== undefined && held.key !== known?.key) return all;
    return withoutOld([...(all ?? []).filter((one) => one !== held), fresh]);
  });
  return find((one) => one.request === request)?.key ?? fresh.key;
}

function isReplaceable({ sent }: Launch, terms: string | null): boolean {
  if (terms === null || sent === null || sent.open.length > 0) return false;
  return sent.terms !== terms && sent.terms !== BY_SERVICE;
}

function withoutOld(all: readonly Launch[]): Launch[] {
  const unsent = all.filter((one) => one.sent === null).slice(-UNSENT_MAX);
  const since = Date.now() - IDEMPOTENCY_KEY_MS;
  return all.filter((one) => (one.sent === null ? unsent.includes(one) : one.sent.at > since));
}

/** How the launch of a key was last sent; null if it was not, or its outcome is known. */
export function sentWith(key: string): Sent | null {
  return find((one) => one.key === key)?.sent ?? null;
}

/** Whether a launch was sent and its outcome is unknown, so that the service may have accepted it. */
export function mayBeAccepted(request: string): boolean {
  return (find((one) => one.request === request)?.sent?.open.length ?? 0) > 0;
}

/**
 * Records that a launch is sent.
 * @param request its request, which may launch it from now on
 */
export function noteSent(
  key: string,
  { request, terms, jobId }: { request: string | null; terms: string; jobId: string | null },
): void {
  const at = Date.now();
  change(key, (before) => ({
    terms,
    jobId: jobId ?? before?.jobId ?? null,
    open: [...new Set([...(before?.open ?? []), ...(request === null ? [] : [request])])],
    at,
  }));
}

/** Records that a request can no longer launch. */
export function noteRefused(key: string, request: string): void {
  change(
    key,
    (before) => before && { ...before, open: before.open.filter((one) => one !== request) },
  );
}

/** Forgets the launch of a job whose outcome is known. */
export function forgetLaunch(jobId: string): void {
  if (find((one) => one.sent?.jobId === jobId) === undefined) return;
  launches.change((all) => all?.filter((one) => one.sent?.jobId !== jobId) ?? null);
}

function find(test: (one: Launch) => boolean): Launch | undefined {
  return launches.read()?.find(test);
}

function change(key: string, update: (before: Sent | null) => Sent | null): void {
  launches.change(
    (all) =>
      all?.map((one) => (one.key === key ? { ...one, sent: update(one.sent) } : one)) ?? null,
  );
}
