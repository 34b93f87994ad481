/** What `slipway/client` is: the entry point of the client for other programs. */
export { ApiError } from "./api-error";
export type { AnswerOf, BodyOf, Client, OperationId, RequestOptions } from "./client-types";
export { type ClientOptions, createClient } from "./create-client";
export {
  type CompletedLaunch,
  type FailedLaunch,
  LaunchFailedError,
  LaunchTimeoutError,
} from "./launch-errors";
export type { StreamOptions } from "./stream-market";
export type { WaitOptions } from "./wait-for-launch";
