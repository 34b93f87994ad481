import { EXAMPLE } from "@/lib/operations/example-values";
import type { OperationDocs } from "@/lib/operations/operation-docs";
import { WEBHOOK_LIMITS } from "./rules/limits";
import { webhookEvent } from "./schema";

/** The request body of endpoints, for the OpenAPI document. */
export const RECEIVED_EVENT = webhookEvent;

const { chain, token: tokenAddress, ada, grace, transactionHash, createdAt } = EXAMPLE;

const webhookId = "wh_Zr2Qx8Nq3uYhWm5bT0kPeA";
const deliveryId = "msg_5f1d9c0b7a3e4d2f8c6b1a0e9d8c7b6a";
const secret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD0123456789A=";
const managementSecret = "whm_q1Wq7k2m0nXcV5bZ8aTyRuIoPlKjHgFdSaMnBvCxZ1E";
const url = "https://receiver.example/hooks/launchpad";

const webhook = {
  id: webhookId,
  url,
  state: "active",
  disabledReason: null,
  chains: [chain],
  tokens: [],
  creators: [ada],
  kinds: ["trade", "fee.claimed"],
  minTradeETH: "0.1",
  createdAt,
  verifiedAt: createdAt + 2,
  previousSecretUntil: null,
};
const pending = { ...webhook, state: "pending", verifiedAt: null };
const trade = {
  id: deliveryId,
  type: "trade",
  timestamp: "2026-01-15T12:01:00.000Z",
  data: {
    chain,
    tokenAddress,
    id: "1207-4",
    block: 1207,
    type: "buy",
    trader: grace,
    amountETH: "0.5",
    amountToken: "35682038715",
    feeETH: "0.005",
    priceETH: "0.000000000013852",
    marketCapETH: "1.3852",
    timestamp: createdAt + 60,
    transactionHash,
  },
};
const delivered = {
  id: deliveryId,
  state: "delivered",
  attempts: 1,
  createdAt: createdAt + 60,
  nextAttemptAt: null,
  finishedAt: createdAt + 61,
  status: 200,
  error: null,
  event: trade,
};
const dead = {
  ...delivered,
  state: "dead",
  attempts: 20,
  finishedAt: createdAt + 86_400,
  status: 500,
  error: "status 500",
};
const waiting = {
  ...delivered,
  state: "waiting",
  attempts: 0,
  nextAttemptAt: createdAt + 60,
  finishedAt: null,
  status: null,
};
const test = {
  ...waiting,
  event: { id: deliveryId, type: "webhook.test", timestamp: trade.timestamp, data: {} },
};
const params = { webhookId };
const OWNER =
  "Send the management secret as `Authorization: Bearer …`, or call it from a page of this site as the signed-in user. Without either, and for unknown ids, it returns 404.";

/** Texts and examples of these operations. */
export const WEBHOOK_DOCS = {
  createWebhook: {
    summary: "Create a webhook",
    description:
      "Extension. Sends events to your endpoint: launches, trades, fees, claims, bid wall moves and " +
      "moderation. Returns the signing secret, and a management secret unless you are signed in; both " +
      "are shown once. The endpoint first receives `webhook.verify` and must repeat its " +
      `challenge. At most ${WEBHOOK_LIMITS.perOwner} webhooks per user and per caller, and ` +
      `${WEBHOOK_LIMITS.perSubject} of all users that get events and name the same token or creator, or none. One that is verified ` +
      "after these places were taken is disabled (`quota`). " +
      "One whose endpoint was never verified is disabled after an hour and deleted a day after its " +
      "creation. A webhook that its endpoint disabled (`gone`, `unreachable`) does not count towards the " +
      "webhooks of its caller after a day. A webhook without an account is deleted after it has been disabled " +
      "for 90 days. " +
      "While the service cannot send the challenge, the webhook stays pending and the service tries again for a day; " +
      "then the webhook is disabled. Request a test to receive the challenge again.",
    examples: {
      body: {
        url,
        chains: [chain],
        creators: [ada],
        kinds: ["trade", "fee.claimed"],
        minTradeETH: "0.1",
      },
      otherBodies: { everything: { url } },
      response: { success: true, webhook: pending, secret, managementSecret },
    },
  },
  listWebhooks: {
    summary: "List your webhooks",
    description:
      "Extension. The webhooks of the signed-in user, or the webhook of the management secret in `Authorization`.",
    examples: { response: { success: true, webhooks: [webhook] } },
  },
  getWebhook: {
    summary: "Get a webhook",
    description: `Extension. Its URL, filters and state. ${OWNER}`,
    examples: { params, response: { success: true, webhook } },
  },
  updateWebhook: {
    summary: "Change a webhook",
    description: `Extension. Fields that you leave out stay as they are. A new URL is verified before further events are sent; they wait meanwhile. Enabling a webhook returns 409 \`webhook_quota\` while the caller that created it has ${WEBHOOK_LIMITS.perCaller} others, or its network ${WEBHOOK_LIMITS.perNetwork}. ${OWNER}`,
    examples: {
      params,
      body: { minTradeETH: "1" },
      otherBodies: { off: { enabled: false } },
      response: { success: true, webhook: { ...webhook, minTradeETH: "1" } },
    },
  },
  deleteWebhook: {
    summary: "Delete a webhook",
    description: `Extension. Also deletes its deliveries. ${OWNER}`,
    examples: { params, response: { success: true } },
  },
  rotateWebhookSecret: {
    summary: "Replace the signing secret",
    description: `Extension. For 24 hours, deliveries are also signed with the old secret. Secrets that were replaced before it sign until their own 24 hours end; 10 at most, after that it returns 429. ${OWNER}`,
    examples: {
      params,
      body: {},
      response: {
        success: true,
        webhook: { ...webhook, previousSecretUntil: createdAt + 86_400 },
        secret,
      },
    },
  },
  listWebhookDeliveries: {
    summary: "List the deliveries of a webhook",
    description: `Extension. Newest first, with their events. Ended deliveries are listed for 7 days. ${OWNER}`,
    examples: {
      params,
      query: { state: "dead" },
      response: { success: true, deliveries: [dead], nextCursor: null },
      otherResponses: {
        delivered: { success: true, deliveries: [delivered], nextCursor: "41" },
      },
    },
  },
  replayWebhookDelivery: {
    summary: "Replay a delivery",
    description: `Extension. Sends a dead or delivered event again with its id, regardless of the order of its token's events. ${OWNER}`,
    examples: {
      params: { webhookId, deliveryId },
      body: {},
      response: { success: true, delivery: waiting },
    },
  },
  testWebhook: {
    summary: "Send a test event",
    description: `Extension. Sends \`webhook.test\`, or the challenge again if the endpoint is not verified yet. ${OWNER}`,
    examples: { params, body: {}, response: { success: true, delivery: test } },
  },
} satisfies Record<string, OperationDocs>;
