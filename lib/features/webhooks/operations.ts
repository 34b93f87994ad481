import { noBody, nothing, operation } from "@/lib/operations/operation";
import {
  createWebhookAnswer,
  createWebhookRequest,
  deletedAnswer,
  deliveriesAnswer,
  deliveriesQuery,
  deliveryAnswer,
  deliveryParams,
  emptyRequest,
  secretAnswer,
  updateWebhookRequest,
  webhookAnswer,
  webhookParams,
  webhooksAnswer,
} from "./schema";

/** 100 tokens and 100 creators take 9 KB. */
const BODY_BYTES_MAX = 32 * 1024;
const COMMON = ["rate_limited", "dependency_unavailable", "internal_error"] as const;
const BODY = [
  "invalid_body",
  "request_timeout",
  "payload_too_large",
  "unsupported_media_type",
] as const;
const FOUND = ["invalid_parameters", "webhook_not_found"] as const;
const limit = { policy: "webhook", when: "first" } as const;
const shared = { api: "launch", query: nothing, limit, cache: null } as const;
const PATH = "/api/v1/webhooks/{webhookId}";

/** Create a webhook for the signed-in account, or with a management secret. */
export const createWebhook = operation({
  ...shared,
  id: "createWebhook",
  method: "POST",
  path: "/api/v1/webhooks",
  access: "webhook",
  params: nothing,
  body: createWebhookRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: createWebhookAnswer,
  limit: { policy: "webhookCreate", when: "first" },
  errors: [...COMMON, ...BODY, "not_signed_in", "webhook_quota"],
});

/** List the webhooks of the account, or of the management secret. */
export const listWebhooks = operation({
  ...shared,
  id: "listWebhooks",
  method: "GET",
  path: "/api/v1/webhooks",
  access: "webhook",
  params: nothing,
  body: noBody,
  bodyBytesMax: 0,
  response: webhooksAnswer,
  errors: [...COMMON, "not_signed_in"],
});

/** Get a webhook. */
export const getWebhook = operation({
  ...shared,
  id: "getWebhook",
  method: "GET",
  path: PATH,
  access: "webhook",
  params: webhookParams,
  body: noBody,
  bodyBytesMax: 0,
  response: webhookAnswer,
  errors: [...COMMON, ...FOUND],
});

/** Change the URL or the filters of a webhook, or disable and enable it. */
export const updateWebhook = operation({
  ...shared,
  id: "updateWebhook",
  method: "PATCH",
  path: PATH,
  access: "webhook",
  params: webhookParams,
  body: updateWebhookRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: webhookAnswer,
  errors: [...COMMON, ...FOUND, ...BODY, "webhook_quota"],
});

/** Delete a webhook and its deliveries. */
export const deleteWebhook = operation({
  ...shared,
  id: "deleteWebhook",
  method: "DELETE",
  path: PATH,
  access: "webhook",
  params: webhookParams,
  body: noBody,
  bodyBytesMax: 0,
  response: deletedAnswer,
  errors: [...COMMON, ...FOUND],
});

/** Replace the signing secret. */
export const rotateWebhookSecret = operation({
  ...shared,
  id: "rotateWebhookSecret",
  method: "POST",
  path: `${PATH}/rotate-secret`,
  access: "webhook",
  params: webhookParams,
  body: emptyRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: secretAnswer,
  errors: [...COMMON, ...FOUND, ...BODY],
});

/** List deliveries, newest first. */
export const listWebhookDeliveries = operation({
  ...shared,
  id: "listWebhookDeliveries",
  method: "GET",
  path: `${PATH}/deliveries`,
  access: "webhook",
  params: webhookParams,
  query: deliveriesQuery,
  body: noBody,
  bodyBytesMax: 0,
  response: deliveriesAnswer,
  errors: [...COMMON, ...FOUND],
});

/** Send an ended delivery again. */
export const replayWebhookDelivery = operation({
  ...shared,
  id: "replayWebhookDelivery",
  method: "POST",
  path: `${PATH}/deliveries/{deliveryId}/replay`,
  access: "webhook",
  params: deliveryParams,
  body: emptyRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: deliveryAnswer,
  errors: [...COMMON, ...FOUND, ...BODY, "delivery_not_found", "webhook_inactive"],
});

/** Send a test event, or the challenge again. */
export const testWebhook = operation({
  ...shared,
  id: "testWebhook",
  method: "POST",
  path: `${PATH}/test`,
  access: "webhook",
  params: webhookParams,
  body: emptyRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: deliveryAnswer,
  errors: [...COMMON, ...FOUND, ...BODY, "webhook_inactive"],
});
