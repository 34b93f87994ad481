import { MODERATION_CLASSES } from "@/lib/features/media/rules/moderation";
import type { ErrorCode } from "@/lib/shared/errors";

/** Response headers of limited operations (IETF draft, structured fields). */
export const limitHeaders = {
  "RateLimit-Policy": {
    description: 'The quota and its window in seconds: `"launch";q=2;w=60`.',
    schema: { type: "string" },
  },
  RateLimit: {
    description: 'What is left, and the seconds until more is available: `"launch";r=1;t=42`.',
    schema: { type: "string" },
  },
};

export const requestIdHeader = {
  "X-Request-Id": {
    description: "Id of the request in the service's log. Include it in a report.",
    schema: { type: "string" },
  },
};

const fieldErrors = {
  type: "array",
  items: {
    type: "object",
    properties: {
      path: { type: "string" },
      message: { type: "string" },
      remedy: {
        type: "string",
        description: "What to remove or change if an option is paused or not supported.",
      },
    },
    required: ["path", "message"],
  },
};

/** Not an enumeration: a later release may have further codes. */
function errorCode(codes: readonly ErrorCode[]) {
  return { type: "string", examples: [...codes] };
}

/** Errors of the Data API: RFC 9457 problem details. */
export function problemSchema(codes: readonly ErrorCode[]) {
  return {
    type: "object",
    properties: {
      type: { type: "string" },
      title: { type: "string" },
      status: { type: "integer" },
      detail: { type: "string" },
      code: errorCode(codes),
      errors: fieldErrors,
    },
    required: ["type", "title", "status", "detail", "code"],
  };
}

/** Why content was flagged; null or absent with every other error. */
const nsfwDetection = {
  type: "object",
  description: "With `content_flagged`: the scores of the frame with the highest score.",
  properties: {
    isNSFW: { const: true },
    score: { type: "number", minimum: 0, maximum: 1 },
    message: { type: "string" },
    details: {
      type: "array",
      items: {
        type: "object",
        properties: {
          className: { type: "string", enum: [...MODERATION_CLASSES] },
          probability: { type: "number", minimum: 0, maximum: 1 },
        },
        required: ["className", "probability"],
      },
    },
  },
  required: ["isNSFW", "score", "message", "details"],
};

/** Errors of the Launch API. */
export function failureSchema(codes: readonly ErrorCode[]) {
  return {
    type: "object",
    properties: {
      success: { const: false },
      error: { type: "string" },
      message: { type: "string", description: "The same text as `error`." },
      code: errorCode(codes),
      details: fieldErrors,
      ...(codes.includes("transaction_pending")
        ? { txHash: { type: "string", description: "Hash of the broadcast transaction." } }
        : {}),
      ...(codes.includes("launch_conflict")
        ? { jobId: { type: "string", description: "The launch that the key has created." } }
        : {}),
      ...(codes.includes("content_flagged") ? { nsfwDetection } : {}),
    },
    required: ["success", "error", "message", "code"],
  };
}

/** Errors of the JSON-RPC relay for the whole request. */
export function rpcFailureSchema(codes: readonly ErrorCode[]) {
  return {
    type: "object",
    properties: {
      jsonrpc: { const: "2.0" },
      id: { type: "null" },
      error: {
        type: "object",
        properties: {
          code: { type: "integer" },
          message: { type: "string" },
          data: {
            type: "object",
            properties: { code: errorCode(codes) },
            required: ["code"],
          },
        },
        required: ["code", "message", "data"],
      },
    },
    required: ["jsonrpc", "id", "error"],
  };
}

/** Errors of the chart datafeed. */
export const udfFailureSchema = {
  type: "object",
  properties: { s: { const: "error" }, errmsg: { type: "string" } },
  required: ["s", "errmsg"],
};
