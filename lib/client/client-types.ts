import type { z } from "zod";
import type { ChainSlug } from "../domain/chains";
import type { OPERATIONS } from "../operations/all";
import type { Operation } from "../operations/operation";
import type { LaunchAccepted, LaunchDryRun } from "../schemas/launch";
import type { StreamEvent } from "../schemas/stream";
import type { Video } from "../schemas/video";
import type { CompletedLaunch } from "./launch-errors";
import type { SendOptions } from "./send-video";
import type { StreamOptions } from "./stream-market";
import type { WaitOptions } from "./wait-for-launch";
import type { VideoWaitOptions } from "./wait-for-video";

type Operations = typeof OPERATIONS;
/** Uploads are sent by a method of their own: see `Client.sendVideo`. */
export type OperationId = Exclude<keyof Operations, "sendVideo">;

/** What every method takes last. */
export type RequestOptions = {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** For launches and managers; made up when left out. The same key and body never run twice. */
  idempotencyKey?: string | undefined;
};

/** Fields that a schema lets be absent only to word the refusal itself. */
type NeededFields = { launchMemecoin: "name" | "symbol"; createRevenueManager: "protocolFee" };
type Needing<Body, Field> = Body & { [K in Field & keyof Body]-?: NonNullable<Body[K]> };

/** The body of an operation as a caller writes it. */
export type BodyOf<Id extends OperationId> = Id extends keyof NeededFields
  ? Needing<z.input<Operations[Id]["body"]>, NeededFields[Id]>
  : z.input<Operations[Id]["body"]>;
/** What an operation answers. */
export type AnswerOf<Id extends OperationId> = z.output<Operations[Id]["response"]>;

/** `limit` and the like may be numbers: they become text in the address. */
type QueryOf<O extends Operation> = {
  [K in keyof z.input<O["query"]>]:
    | z.input<O["query"]>[K]
    | (K extends keyof z.output<O["query"]> ? Extract<z.output<O["query"]>[K], number> : never);
};

/** One path parameter; the label is what editors show. */
type PathArgument<Name, Value> = Name extends "chain"
  ? [chain: Value]
  : Name extends "jobId"
    ? [jobId: Value]
    : Name extends "tokenAddress"
      ? [tokenAddress: Value]
      : [parameter: Value];
/** Path parameters in the order in which the path names them. */
type PathArguments<Path, Params> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? [
      ...PathArgument<Name, Name extends keyof Params ? Params[Name] : never>,
      ...PathArguments<Rest, Params>,
    ]
  : [];
/** The keys of an empty object schema are any string. */
type QueryArguments<O extends Operation> = string extends keyof z.input<O["query"]>
  ? []
  : Record<never, never> extends QueryOf<O>
    ? [query?: QueryOf<O>]
    : [query: QueryOf<O>];
type BodyArguments<Body> = [Body] extends [undefined]
  ? []
  : Record<never, never> extends Body
    ? [body?: Body]
    : [body: Body];

/** `(…path parameters, query or body where there is one, options)`. */
export type Method<Id extends OperationId> = (
  ...args: [
    ...PathArguments<Operations[Id]["path"], z.input<Operations[Id]["params"]>>,
    ...QueryArguments<Operations[Id]>,
    ...BodyArguments<BodyOf<Id>>,
    options?: RequestOptions,
  ]
) => Promise<AnswerOf<Id>>;

type Chain = Parameters<Method<"launchMemecoin">>[0];
/** A dry run answers something else than a launch. */
type LaunchMethod = {
  (
    chain: Chain,
    body: BodyOf<"launchMemecoin"> & { dryRun: true },
    options?: RequestOptions,
  ): Promise<LaunchDryRun>;
  (
    chain: Chain,
    body: BodyOf<"launchMemecoin"> & { dryRun?: false | undefined },
    options?: RequestOptions,
  ): Promise<LaunchAccepted>;
  (
    chain: Chain,
    body: BodyOf<"launchMemecoin">,
    options?: RequestOptions,
  ): Promise<AnswerOf<"launchMemecoin">>;
};

/** Every operation of the service as a method, and what is made of them. */
export type Client = {
  [Id in Exclude<OperationId, "launchMemecoin" | "streamMarket">]: Method<Id>;
} & {
  launchMemecoin: LaunchMethod;
  /**
   * Launches and trades as they happen, until `signal` ends; connects again by itself.
   * @throws ApiError when the service refuses for good
   */
  streamMarket(chain: ChainSlug, options?: StreamOptions): AsyncGenerator<StreamEvent, void>;
  /**
   * Polls a launch until it has ended.
   * @throws LaunchFailedError, LaunchTimeoutError, ApiError
   */
  waitForLaunch(jobId: string, options?: WaitOptions): Promise<CompletedLaunch>;
  /**
   * Sends a file to the `uploadURL` that `uploadVideo` answered.
   * @throws ApiError
   */
  sendVideo(uploadURL: string, file: Blob, options?: SendOptions): Promise<void>;
  /**
   * Polls a video until it may be used, and answers it.
   * @throws VideoRefusedError, VideoTimeoutError, ApiError
   */
  waitForVideo(uid: string, options?: VideoWaitOptions): Promise<Video>;
};
