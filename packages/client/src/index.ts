/** The public entry of the client. */

/** @internal For the CLI, which checks its flags. */
export { IDEMPOTENCY_KEY_PATTERN } from "@/lib/shared/idempotency-key";
/** @internal For the CLI, which prints it: all packages have the same version. */
export { VERSION } from "@/lib/shared/version";
export { ApiError, type ApiErrorKind, toApiError } from "./api-error";
export type { CallOptions } from "./call";
/** @internal For our own pages, which load only the operations that they use. */
export { type CallInput, call, request } from "./call";
export type { AnswerOf, BodyOf, Client, RequestOptions } from "./client-types";
export { type ClientOptions, createClient } from "./create-client";
/** @internal */
export { followStream, STREAM_PATH } from "./follow-stream";
export {
  type CompletedLaunch,
  type FailedLaunch,
  LaunchFailedError,
  LaunchTimeoutError,
  type WaitOptions,
} from "./launch";
export {
  type PoolPosition,
  quoteSwap,
  type SwapOrder,
  type SwapPool,
  type SwapProblem,
  type SwapQuote,
  SwapQuoteError,
} from "./quote-swap";
/** @internal For the MCP server, which reads the operations itself, and for our own pages. */
export { callWithRetries, newIdempotencyKey } from "./retry";
/** @internal For our own pages, which solve in a worker. */
export { sendWithProof } from "./send-with-proof";
export { sleep } from "./sleep";
export { type ProofProgress, solveProof } from "./solve-proof";
export { type StreamOptions, streamMarket, type UnreadableEvent } from "./stream-market";
export { verifyWebhook, WebhookSignatureError } from "./verify-webhook";
export {
  type SendOptions,
  VideoRefusedError,
  VideoTimeoutError,
  type VideoWaitOptions,
  waitForVideo,
} from "./video";
export {
  type Answers,
  type Bodies,
  CHAIN_SLUGS,
  type ChainSlug,
  type FieldError,
  IDENTITY_TYPES,
  type IdentityType,
  IMAGE_LIMITS,
  type LaunchAccepted,
  type LaunchDryRun,
  type LaunchStatus,
  type OperationId,
  SPLIT_TOTAL,
  type StreamEvent,
  type Video,
  type WebhookEvent,
} from "./wire";
