import type { ServiceContext } from "@/lib/context";
import { CHAINS, isChainSlug } from "@/lib/shared/chains";
import { renderEvent } from "./render-event";
import { pauseAfterMs, RETRIED_MS, SENT_AT_ONCE } from "./rules/limits";
import { previousSecretsAt } from "./rules/previous-secrets";
import { challengeEcho } from "./schema";
import type { Attempt, FailedBy } from "./store/create-delivery-queue";
import type { DeliveryRow, WebhookRow } from "./store/webhook-rows";

type Ctx = Pick<
  ServiceContext,
  | "clock"
  | "decisions"
  | "log"
  | "tracing"
  | "webhookDeliveries"
  | "webhookSecrets"
  | "webhookSender"
  | "webhooks"
>;

const GONE = 410;
const NOT_SENT = { status: null, text: "", error: "the service failed" };
const SPAN_ERRORS: Record<FailedBy, string> = {
  service: "the service could not send the event",
  endpoint: "the endpoint did not accept the event",
};
/** Ends below the time limit of a call of the job engine, also with a slow last attempt. */
const WORK_MS_MAX = 20_000;

/**
 * Sends what is due of one webhook, in the order of each token. May run several times at once: each
 * delivery is claimed by one run, and one whose run was killed is due again after its lease.
 * @returns milliseconds until the next delivery is due; null if none waits
 */
export async function sendDueDeliveries({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: { id: string };
}): Promise<number | null> {
  const startedAt = performance.now();
  for (;;) {
    const isLate = performance.now() - startedAt > WORK_MS_MAX;
    const claimed = isLate ? [] : await ctx.webhookDeliveries.claim(input.id, SENT_AT_ONCE);
    if (claimed.length === 0) {
      const due = await ctx.webhookDeliveries.nextDue(input.id);
      return due === null ? null : Math.max(0, due.getTime() - ctx.clock.now().getTime());
    }
    await Promise.all(
      claimed.map(async (one) =>
        (await isListed(ctx, one)) ? ctx.webhookDeliveries.cancel(one) : attempt(ctx, one),
      ),
    );
  }
}

/**
 * Whether the operator's block list hides the token of an event from a webhook that names neither it nor
 * its creator. The indexer, which stores the events, does not read the list.
 */
async function isListed({ decisions, webhooks }: Ctx, claimed: Attempt): Promise<boolean> {
  const { kind, lane } = claimed.delivery;
  // Decisions of moderators about a token are public.
  if (kind === "moderation.changed") return false;
  const [slug, token] = lane.split("/");
  if (slug === undefined || !isChainSlug(slug)) return false;
  const isHidden = decisions
    .hiddenByList(CHAINS[slug].chainId)
    .some((address) => address.slice(2).toLowerCase() === token);
  if (!isHidden) return false;
  const subjects = (await webhooks.subjectsOf([claimed.webhook.id])).get(claimed.webhook.id);
  return subjects?.tokens.length === 0 && subjects.creators.length === 0;
}

async function attempt(ctx: Ctx, claimed: Attempt): Promise<void> {
  const { webhook, delivery } = claimed;
  const { id, kind, attempts } = delivery;
  const attributes = {
    "messaging.system": "webhook",
    "messaging.operation.type": "send",
    "messaging.destination.name": kind,
    "messaging.message.id": id,
    "slipway.webhook.id": webhook.id,
    "slipway.attempt": attempts,
  };
  await ctx.tracing.span(`webhook ${kind}`, { kind: "producer", attributes }, async (span) => {
    const response = await send(ctx, claimed).catch((err: unknown) => {
      // Counts as a failed attempt: the events of its token and of other tokens must not wait for it.
      ctx.log.error({ err, webhookId: webhook.id, id }, "webhook not sent");
      return null;
    });
    const { status, text, error: failure } = response ?? NOT_SENT;
    if (status !== null) span.set({ "http.response.status_code": status });
    const error = failure ?? findProblem(delivery, status, text);
    if (error === null) {
      await ctx.webhookDeliveries.succeed(claimed, { status, error });
      return;
    }
    const failedBy = response === null ? "service" : "endpoint";
    span.fail(new Error(SPAN_ERRORS[failedBy]));
    ctx.log.debug({ webhookId: webhook.id, id, attempts, status, error }, "webhook not accepted");
    const outcome = { status, error };
    if (status === GONE && (await ctx.webhookDeliveries.switchOff(claimed, outcome))) return;
    const now = ctx.clock.now();
    const next = new Date(now.getTime() + pauseAfterMs(attempts));
    // A challenge that was not sent is no answer of the endpoint: the service owes it for a day.
    const owedUntil = new Date(delivery.createdAt.getTime() + RETRIED_MS);
    const isOwed = failedBy === "service" && kind === "webhook.verify" && next <= owedUntil;
    if (next > delivery.expiresAt && !isOwed) {
      await ctx.webhookDeliveries.markDead(claimed, { ...outcome, failedBy });
      ctx.log.info({ webhookId: webhook.id, id, attempts, status, error }, "webhook given up");
    } else await ctx.webhookDeliveries.retry(claimed, outcome, next);
  });
}

/** @throws when the event cannot be rendered, or a secret cannot be opened */
async function send(ctx: Ctx, { webhook, delivery }: Attempt) {
  const at = ctx.clock.now();
  const body = JSON.stringify(renderEvent(delivery));
  const secrets = await openSecrets(ctx, webhook, at);
  const { url } = webhook;
  return ctx.webhookSender.send({ url, id: delivery.id, body, secrets, at });
}

/** Why a response is not an acceptance; null if it is. */
function findProblem(delivery: DeliveryRow, status: number | null, text: string): string | null {
  if (status === null || status < 200 || status > 299) return `status ${status ?? "unknown"}`;
  if (delivery.kind !== "webhook.verify") return null;
  return isEcho(text, delivery.data.challenge)
    ? null
    : "the response does not repeat the challenge";
}

/** The challenge as text, or as `{"challenge": "…"}`. */
function isEcho(text: string, challenge: unknown): boolean {
  if (text.trim() === challenge) return true;
  try {
    return challengeEcho.safeParse(JSON.parse(text)).data?.challenge === challenge;
  } catch {
    // Neither.
    return false;
  }
}

async function openSecrets(ctx: Ctx, webhook: WebhookRow, at: Date): Promise<string[]> {
  const { id, sealedSecret } = webhook;
  const previous = previousSecretsAt(webhook, at).map(({ sealed }) => sealed);
  return Promise.all([sealedSecret, ...previous].map((one) => ctx.webhookSecrets.open(id, one)));
}
