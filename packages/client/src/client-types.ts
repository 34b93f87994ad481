import type { CompletedLaunch, WaitOptions } from "./launch";
import type { StreamOptions } from "./stream-market";
import type { SendOptions, VideoWaitOptions } from "./video";
import type {
  Answers,
  Bodies,
  ChainSlug,
  LaunchAccepted,
  LaunchDryRun,
  OperationId,
  StreamEvent,
  UrlArguments,
  Video,
} from "./wire";

/** The last argument of every method. */
export type RequestOptions = {
  /**
   * Aborts the request, which throws the reason of the signal without a key: for launches and managers,
   * set `idempotencyKey` as well.
   */
  signal?: AbortSignal | undefined;
  /**
   * Limit of the whole call with its retries, in milliseconds; Infinity for none. By default 30 s, 75 s to
   * create a manager, plus the time to send the body. Solving a proof of work does not count. A call that
   * takes longer throws an ApiError with the code `timeout`, or with that of the last attempt, which has the
   * key.
   */
  timeoutMs?: number | undefined;
  /** For launches and managers: a random text, generated if absent. The same key and body run once. */
  idempotencyKey?: string | undefined;
  /** For webhooks: the `managementSecret` that `createWebhook` returned. */
  managementSecret?: string | undefined;
  /** For launches: receives the part of the proof of work that is solved, from 0 to 1. */
  onProof?: ((done: number) => void) | undefined;
};

/** The request body of an operation. */
export type BodyOf<Id extends OperationId> = Id extends keyof Bodies ? Bodies[Id] : undefined;
/** The response of an operation. */
export type AnswerOf<Id extends OperationId> = Answers[Id];

type BodyArguments<Body> = [Body] extends [undefined]
  ? []
  : Record<never, never> extends Body
    ? [body?: Body]
    : [body: Body];

/** `(...path parameters, query and body if the operation takes them, options)`. */
type Method<Id extends OperationId> = (
  ...args: [...UrlArguments[Id], ...BodyArguments<BodyOf<Id>>, options?: RequestOptions]
) => Promise<AnswerOf<Id>>;

/** A dry run has a response of its own. */
type LaunchMethod = {
  (
    chain: ChainSlug,
    body: BodyOf<"launchMemecoin"> & { dryRun: true },
    options?: RequestOptions,
  ): Promise<LaunchDryRun>;
  (
    chain: ChainSlug,
    body: BodyOf<"launchMemecoin"> & { dryRun?: false | undefined },
    options?: RequestOptions,
  ): Promise<LaunchAccepted>;
  (
    chain: ChainSlug,
    body: BodyOf<"launchMemecoin">,
    options?: RequestOptions,
  ): Promise<AnswerOf<"launchMemecoin">>;
};

/** One method per operation of the service. */
type Methods = {
  // Mapped over the keys of `UrlArguments` itself, so that editors show its comments.
  [Id in keyof UrlArguments as Exclude<Id, "streamMarket">]: Id extends "launchMemecoin"
    ? LaunchMethod
    : Method<Id>;
};

/** Every operation of the service as a method, and what the client builds on them. */
export type Client = Methods & {
  /**
   * Launches and trades as they happen, until `signal` aborts. Reconnects automatically.
   * @throws ApiError when the service rejects the request and a retry cannot help, and with the code
   * `invalid_answer` for an event that cannot be read, unless `onUnreadable` receives it. What a callback
   * throws ends the stream
   */
  streamMarket(chain: ChainSlug, options?: StreamOptions): AsyncGenerator<StreamEvent, void>;
  /**
   * Polls a launch until it is completed.
   * @throws LaunchFailedError, LaunchTimeoutError, ApiError
   */
  waitForLaunch(jobId: string, options?: WaitOptions): Promise<CompletedLaunch>;
  /**
   * Sends a file to the `uploadURL` that `uploadVideo` returned.
   * @throws ApiError
   */
  sendVideo(uploadURL: string, file: Blob, options?: SendOptions): Promise<void>;
  /**
   * Polls a video until it is approved, and returns it.
   * @throws VideoRefusedError, VideoTimeoutError, ApiError
   */
  waitForVideo(uid: string, options?: VideoWaitOptions): Promise<Video>;
};
