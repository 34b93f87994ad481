import type { Log } from "@/lib/log";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { formatWei } from "@/lib/shared/text/decimal";
import { renderEvent } from "./render-event";
import { previousSecretsAt } from "./rules/previous-secrets";
import type { Delivery, Webhook, WebhookEvent } from "./schema";
import type { Subjects } from "./store/is-full";
import type { DeliveryRow, WebhookRow } from "./store/webhook-rows";

/** A webhook without its secrets. */
export function renderWebhook(row: WebhookRow, subjects: Subjects, now: Date): Webhook {
  const [newest] = previousSecretsAt(row, now);
  return {
    id: row.id,
    url: row.url,
    state: row.state,
    disabledReason: row.disabledReason,
    chains: row.chains,
    tokens: subjects.tokens.map((address) => toChecksumAddress(address)),
    creators: subjects.creators.map((address) => toChecksumAddress(address)),
    kinds: row.kinds,
    minTradeETH: formatWei(row.minTradeWei),
    createdAt: toSeconds(row.createdAt),
    verifiedAt: row.verifiedAt === null ? null : toSeconds(row.verifiedAt),
    previousSecretUntil: newest === undefined ? null : toSeconds(new Date(newest.until)),
  };
}

/** A delivery for its owner; one whose event cannot be rendered must not hide the others of a list. */
export function renderDelivery(log: Log, row: DeliveryRow): Delivery {
  const { state, finishedAt } = row;
  return {
    id: row.id,
    state,
    attempts: row.attempts,
    createdAt: toSeconds(row.createdAt),
    nextAttemptAt: state === "waiting" ? toSeconds(row.nextAt) : null,
    finishedAt: finishedAt === null ? null : toSeconds(finishedAt),
    status: row.status,
    error: row.error,
    event: renderOrNull(log, row),
  };
}

function renderOrNull(log: Log, row: DeliveryRow): WebhookEvent | null {
  try {
    return renderEvent(row);
  } catch (err) {
    log.error({ err, webhookId: row.webhookId, id: row.id }, "webhook event not rendered");
    return null;
  }
}

function toSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000);
}
