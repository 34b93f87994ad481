/** Events that a webhook can get. The names are permanent: they are stored and sent. */
export const WEBHOOK_KINDS = [
  "launch.waiting",
  "launch.active",
  "launch.completed",
  "launch.failed",
  "token.created",
  "trade",
  "fee.earned",
  "fee.claimed",
  "fee.transferred",
  "wall.moved",
  "moderation.decided",
  "moderation.changed",
] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** Events that are sent whatever a webhook's filters are. */
export const OWN_KINDS = ["webhook.verify", "webhook.test", "event.reverted"] as const;
export type DeliveryKind = WebhookKind | (typeof OWN_KINDS)[number];

/**
 * Events of a launch that is not on chain yet. Only webhooks that name its token or creator get them:
 * a list of all pending launches would be a list for snipers.
 */
export const PENDING_KINDS = ["launch.waiting", "launch.active", "launch.failed"] as const;

export const WEBHOOK_STATES = ["pending", "active", "disabled"] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** Why a webhook was disabled. */
export const DISABLED_REASONS = ["owner", "unverified", "quota", "gone", "unreachable"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

export const DELIVERY_STATES = ["waiting", "delivered", "dead", "canceled"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
