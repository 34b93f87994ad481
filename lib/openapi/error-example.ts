import type { NsfwDetection } from "@/lib/features/media/rules/moderation";
import { UNSUPPORTED_CHAIN } from "@/lib/schemas/common";
import { ERRORS, type ErrorCode, type FieldError } from "@/lib/shared/errors";
import type { ErrorForm } from "../operations/operation";

/** Texts that clients match on, or that are more specific than the code's title. */
const TEXTS: Partial<Record<ErrorCode, string>> = {
  missing_fields: "Missing required fields: name, symbol, description, imageIpfs",
  invalid_body: "symbol: must be 1 to 8 characters long",
  invalid_parameters: `chain: ${UNSUPPORTED_CHAIN}`,
  unsupported_chain: "Launches on robinhood are not configured here",
  unsupported_operation: "Manager operations are not supported on this chain",
  paused_feature:
    "Sniper protection has been temporarily paused (requires fair launch). Please omit this parameter or set to false.",
  treasury_conflict:
    "Cannot specify both revenueManagerAddress and feeSplitRecipients. Choose only one treasury option.",
  invalid_recipient: "Invalid fee split recipient address: 0x123",
  duplicate_recipients: "Duplicate addresses found in fee split recipients",
  invalid_image: "The image must be a PNG, JPEG, GIF, WebP or AVIF file",
  content_flagged: "Content flagged: sexually explicit content",
  invalid_idempotency_key: "Idempotency-Key must be 1 to 255 visible ASCII characters",
  payload_too_large: "The request body is over 65536 bytes",
  unsupported_media_type: "Content-Type must be application/json",
  invalid_video: "The video cannot be used: it is processing",
  upload_used: "This upload URL was already used",
  upload_expired: "This upload URL has expired. Request a new one.",
  storage_full: "Storage is full. Try again later.",
  idempotency_key_reused: "This Idempotency-Key was used with another request body",
  webhook_quota: "Too many webhooks. Delete one first.",
  unsupported_format: "Only the format json is supported",
  invalid_protocol_fee: "Invalid protocol fee. Must be a number between 0 and 10000 (0-100%)",
};
const DETAILS: Partial<Record<ErrorCode, FieldError[]>> = {
  invalid_body: [{ path: "symbol", message: "must be 1 to 8 characters long" }],
  paused_feature: [
    {
      path: "sniperProtection",
      message: "Sniper protection is paused: it requires fair launch",
      remedy: "Leave out `sniperProtection` or set it to false.",
    },
  ],
  unsupported_operation: [
    {
      path: "feeSplitRecipients",
      message: "Manager operations are not supported on this chain",
      remedy: "Leave out `feeSplitRecipients`, or use a chain whose capabilities include it.",
    },
  ],
  invalid_parameters: [{ path: "chain", message: UNSUPPORTED_CHAIN }],
};

const flagged = {
  isNSFW: true,
  score: 0.91,
  message: "This looks like sexually explicit content (Porn + Hentai: 91%)",
  details: [
    { className: "Porn", probability: 0.88 },
    { className: "Sexy", probability: 0.06 },
    { className: "Hentai", probability: 0.03 },
    { className: "Neutral", probability: 0.02 },
    { className: "Drawing", probability: 0.01 },
  ],
} satisfies NsfwDetection;
/** Additional fields of an error's body. */
const EXTRAS: Partial<Record<ErrorCode, object>> = {
  transaction_pending: { txHash: `0x${"5b".repeat(32)}` },
  launch_conflict: { jobId: "6f1c2a0e-5d4b-4c3a-9b7e-2f8d1e0c9a34" },
  content_flagged: { nsfwDetection: flagged },
};

/** An error in the form of its API. */
export function errorExample(form: ErrorForm, code: ErrorCode): object {
  const { status, title } = ERRORS[code];
  const text = TEXTS[code] ?? title;
  const details = DETAILS[code];
  if (form === "udf") return { s: "error", errmsg: text };
  if (form === "rpc") {
    return { jsonrpc: "2.0", id: null, error: { code: -32_603, message: text, data: { code } } };
  }
  if (form === "data") {
    const base = { type: `/docs/errors#${code}`, title, status, detail: text, code };
    return details === undefined ? base : { ...base, errors: details };
  }
  return {
    success: false,
    error: text,
    message: text,
    code,
    ...EXTRAS[code],
    ...(details === undefined ? {} : { details }),
  };
}
