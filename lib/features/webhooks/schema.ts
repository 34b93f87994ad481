import { z } from "zod";
import { moderationState } from "@/lib/features/market/schema/tokens";
import {
  address,
  chainSlug,
  checksumAddress,
  decimal,
  hash32,
  unixSeconds,
} from "@/lib/schemas/common";
import { orAbsent } from "@/lib/schemas/optional";
import { documentAs } from "@/lib/schemas/wire-form";
import { DELIVERY_STATES, DISABLED_REASONS, WEBHOOK_KINDS, WEBHOOK_STATES } from "./rules/kinds";
import { WEBHOOK_LIMITS } from "./rules/limits";

const { addressesMax, urlLengthMax } = WEBHOOK_LIMITS;

const kind = z.enum(WEBHOOK_KINDS);
/** In responses: a later release may have kinds that a client does not know (docs/clients.md). */
const anyKind = z.string();
const addresses = z.array(address).max(addressesMax);

/** ETH with at most 18 fraction digits. */
const ethAmount = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,18})?$/, "must be ETH as a plain decimal")
  .meta({ example: "0.1" });

const isUrl = (text: string) => URL.canParse(text);
const url = documentAs(z.string().max(urlLengthMax).refine(isUrl, "must be a URL"), {
  type: "string",
  pattern: "^[Hh][Tt][Tt][Pp][Ss]:", // The sender refuses other schemes, except in tests.
  maxLength: urlLengthMax,
}).meta({
  description: "Public https URL of the endpoint, without user name and password.",
  example: "https://receiver.example/hooks/launchpad",
});

const filters = {
  chains: orAbsent(z.array(chainSlug).max(10)).meta({
    description: "Only events of these chains; empty means all.",
  }),
  tokens: orAbsent(addresses).meta({
    description:
      "Only events of these tokens. With `creators`: events whose token or creator is named.",
  }),
  creators: orAbsent(addresses).meta({
    description: "Only events of tokens that these addresses created.",
  }),
  kinds: orAbsent(z.array(kind).min(1).max(WEBHOOK_KINDS.length)).meta({
    description: "Only events of these types; default: all.",
  }),
  minTradeETH: orAbsent(ethAmount).meta({
    description: "Only `trade` and `fee.earned` events of trades of at least this much ETH.",
  }),
};

export const createWebhookRequest = z.object({ url, ...filters });
/** Fields that are null or absent stay as they are. */
export const updateWebhookRequest = z.object({
  url: orAbsent(url),
  ...filters,
  enabled: orAbsent(z.boolean()).meta({
    description: "`false` disables the webhook; `true` verifies its endpoint again.",
  }),
});
export const emptyRequest = z.object({});

/** Ids are generated here: 128 random bits. */
const webhookId = z.string().regex(/^wh_[\w-]{22}$/, "must be the id of a webhook");
const deliveryId = z.string().regex(/^msg_[0-9a-f]{32}$/, "must be the id of a delivery");
export const webhookParams = z.object({
  webhookId: webhookId.meta({ description: "`id` of the webhook." }),
});
export const deliveryParams = z.object({
  webhookId: webhookId.meta({ description: "`id` of the webhook." }),
  deliveryId: deliveryId.meta({ description: "`id` of the delivery." }),
});

export const deliveriesQuery = z.object({
  limit: documentAs(
    z
      .string()
      .regex(/^\d{1,3}$/, "must be a whole number")
      .default("50")
      .transform(Number)
      .pipe(z.number().int().min(1).max(100)),
    { type: "integer", minimum: 1, maximum: 100, default: 50 },
  ).meta({ description: "Page size, 1 to 100." }),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, "must be a `nextCursor` of this endpoint")
    .optional()
    .meta({ description: "`nextCursor` of the previous page." }),
  state: z
    .enum(DELIVERY_STATES)
    .optional()
    .meta({ description: "Only deliveries in this state; `dead` are the dead letters." }),
});

export const webhook = z.strictObject({
  id: z.string(),
  url: z.string(),
  state: z.enum(WEBHOOK_STATES).meta({
    description:
      "`pending`: the endpoint has not repeated the challenge yet. Events wait if it was verified before. " +
      "`disabled`: it receives nothing.",
  }),
  disabledReason: z
    .enum(DISABLED_REASONS)
    .nullable()
    .meta({
      description:
        "`owner`: by a request. `unverified`: the challenge was not repeated within an hour. " +
        "`quota`: when it was repeated, too many other webhooks had one of the filters. " +
        "`gone`: the endpoint returned 410. `unreachable`: a delivery failed for a day, after " +
        "three days without a success.",
    }),
  chains: z.array(chainSlug),
  tokens: z.array(checksumAddress),
  creators: z.array(checksumAddress),
  kinds: z.array(anyKind).meta({
    description: "Types of events that it gets. Later releases may add types.",
  }),
  minTradeETH: decimal,
  createdAt: unixSeconds,
  verifiedAt: unixSeconds.nullable(),
  previousSecretUntil: unixSeconds.nullable().meta({
    description: "Until when events are also signed with the secret that was replaced last.",
  }),
});

const secret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
  .meta({ description: "Signing secret (Standard Webhooks). It is not shown again." });

export const createWebhookAnswer = z.strictObject({
  success: z.literal(true),
  webhook,
  secret,
  managementSecret: z.string().nullable().meta({
    description:
      "Bearer token that reads, changes and deletes the webhook. It is not shown again. Null if the webhook belongs to the signed-in user.",
  }),
});
export const webhookAnswer = z.strictObject({ success: z.literal(true), webhook });
export const webhooksAnswer = z.strictObject({
  success: z.literal(true),
  webhooks: z.array(webhook),
});
export const secretAnswer = z.strictObject({ success: z.literal(true), webhook, secret });
export const deletedAnswer = z.strictObject({ success: z.literal(true) });

/** Position of an event on its chain. */
const onChain = {
  chain: chainSlug,
  tokenAddress: checksumAddress,
  id: z.string().meta({ description: "Block and log index." }),
  block: z.number().int(),
  timestamp: unixSeconds,
  transactionHash: hash32,
};
const ofLaunch = {
  chain: chainSlug,
  tokenAddress: checksumAddress.meta({ description: "Expected; once completed, actual address." }),
  creator: checksumAddress,
  name: z.string(),
  symbol: z.string(),
  transactionHash: hash32.nullable(),
  error: z.string().nullable(),
};

const PAYLOADS = {
  "webhook.verify": z.strictObject({ challenge: z.string() }),
  "webhook.test": z.strictObject({}),
  "event.reverted": z.strictObject({
    eventId: z.string().meta({ description: "`id` of the event that is no longer on chain." }),
    eventType: anyKind,
    chain: chainSlug,
    tokenAddress: checksumAddress,
  }),
  "launch.waiting": z.strictObject({ ...ofLaunch, state: z.literal("waiting") }),
  "launch.active": z.strictObject({ ...ofLaunch, state: z.literal("active") }),
  "launch.completed": z.strictObject({ ...ofLaunch, state: z.literal("completed") }),
  "launch.failed": z.strictObject({ ...ofLaunch, state: z.literal("failed") }),
  "token.created": z.strictObject({
    ...onChain,
    name: z.string(),
    symbol: z.string(),
    tokenURI: z.string(),
    creator: checksumAddress,
  }),
  trade: z.strictObject({
    ...onChain,
    type: z.enum(["buy", "sell"]),
    trader: checksumAddress,
    amountETH: decimal,
    amountToken: decimal,
    feeETH: decimal,
    priceETH: decimal,
    marketCapETH: decimal,
  }),
  "fee.earned": z.strictObject({ ...onChain, feeETH: decimal, creatorFeeETH: decimal }),
  "fee.claimed": z.strictObject({ ...onChain, recipient: checksumAddress, amountETH: decimal }),
  "fee.transferred": z.strictObject({ ...onChain, from: checksumAddress, to: checksumAddress }),
  "wall.moved": z.strictObject({
    ...onChain,
    placedETH: decimal,
    returnedETH: decimal,
    burnedTokens: decimal,
  }),
  "moderation.decided": z.strictObject({
    chain: chainSlug,
    tokenAddress: checksumAddress,
    image: z.string().meta({ description: "CID of the image." }),
    decision: z.enum(["approved", "refused", "failed"]),
  }),
  "moderation.changed": z.strictObject({
    chain: chainSlug,
    tokenAddress: checksumAddress,
    moderation: moderationState
      .nullable()
      .meta({ description: "As in the Data API; null when the token is shown again." }),
  }),
} as const;

const event = <Kind extends keyof typeof PAYLOADS>(type: Kind) =>
  z.strictObject({
    id: z.string().meta({ description: "Also the header `webhook-id`; equal in every attempt." }),
    type: z.literal(type),
    timestamp: z.iso.datetime().meta({ description: "When the event was recorded." }),
    data: PAYLOADS[type],
  });

/** An event as an endpoint receives it. */
export const webhookEvent = z.discriminatedUnion("type", [
  event("webhook.verify"),
  event("webhook.test"),
  event("event.reverted"),
  event("launch.waiting"),
  event("launch.active"),
  event("launch.completed"),
  event("launch.failed"),
  event("token.created"),
  event("trade"),
  event("fee.earned"),
  event("fee.claimed"),
  event("fee.transferred"),
  event("wall.moved"),
  event("moderation.decided"),
  event("moderation.changed"),
]);
/** An event of a kind that an older client does not know; a known kind with other data is an error. */
const laterEvent = z.looseObject({
  type: z.string().refine((type) => !Object.hasOwn(PAYLOADS, type)),
});
const listedEvent = z.preprocess(
  (event) => (laterEvent.safeParse(event).success ? null : event),
  webhookEvent.nullable(),
);
export type WebhookEvent = z.output<typeof webhookEvent>;

export const delivery = z.strictObject({
  id: z.string(),
  state: z.enum(DELIVERY_STATES).meta({
    description:
      "`waiting`: not accepted yet. `dead`: given up after a day. `canceled`: its event was reverted before the first attempt.",
  }),
  attempts: z.number().int().nonnegative(),
  createdAt: unixSeconds,
  nextAttemptAt: unixSeconds.nullable(),
  finishedAt: unixSeconds.nullable(),
  status: z.number().int().nullable().meta({ description: "HTTP status of the last attempt." }),
  error: z.string().nullable().meta({ description: "Why the last attempt failed." }),
  event: listedEvent.meta({
    description: "Null if the service cannot render the event; it is not sent either.",
  }),
});
export const deliveryAnswer = z.strictObject({ success: z.literal(true), delivery });
export const deliveriesAnswer = z.strictObject({
  success: z.literal(true),
  deliveries: z.array(delivery),
  nextCursor: z.string().nullable().meta({ description: "Null on the last page." }),
});

/** The response of an endpoint to a challenge. */
export const challengeEcho = z.looseObject({ challenge: z.string() });

export type CreateWebhookRequest = z.output<typeof createWebhookRequest>;
export type UpdateWebhookRequest = z.output<typeof updateWebhookRequest>;
export type Webhook = z.output<typeof webhook>;
export type WebhookAnswer = z.output<typeof webhookAnswer>;
export type WebhooksAnswer = z.output<typeof webhooksAnswer>;
export type CreateWebhookAnswer = z.output<typeof createWebhookAnswer>;
export type SecretAnswer = z.output<typeof secretAnswer>;
export type Delivery = z.output<typeof delivery>;
export type DeliveryAnswer = z.output<typeof deliveryAnswer>;
export type DeliveriesAnswer = z.output<typeof deliveriesAnswer>;
export type DeliveriesQuery = z.output<typeof deliveriesQuery>;
