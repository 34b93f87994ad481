/** What `@slipway-launchpad/slipway/client` is: the entry point of the client for other programs. */
export { ApiError } from "./api-error";
export type { AnswerOf, BodyOf, Client, OperationId, RequestOptions } from "./client-types";
export { type ClientOptions, createClient } from "./create-client";
export {
  type CompletedLaunch,
  type FailedLaunch,
  LaunchFailedError,
  LaunchTimeoutError,
} from "./launch-errors";
export type { SendOptions } from "./send-video";
export type { StreamOptions } from "./stream-market";
export { VideoRefusedError, VideoTimeoutError } from "./video-errors";
export type { WaitOptions } from "./wait-for-launch";
export type { VideoWaitOptions } from "./wait-for-video";
