import { z } from "zod";
import type { ErrorCode } from "@/lib/shared/errors";
import type { CachePolicy } from "./cache";
import type { LimitPolicyName } from "./limits";

/** Which document an operation belongs to, and how its errors are rendered. */
export type InterfaceName = "data" | "launch" | "system" | "account";

/** The forms in which errors are rendered. */
export type ErrorForm = InterfaceName | "rpc" | "udf";

export type OperationPath = `/${string}`;

/**
 * One endpoint: the object that the route, the OpenAPI document, the client and the tests all read.
 * What is said of it stands in its `-docs.ts`.
 * `path` is written as in OpenAPI (`/v1/{chain}/tokens`); `params`, `query` and `body` parse what
 * arrives, `response` is the strict shape of a success.
 */
export type Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Path extends OperationPath = OperationPath,
> = {
  id: string;
  interface: InterfaceName;
  /** How its errors are rendered where that is not the form of its interface. */
  errorForm?: "rpc" | "udf";
  method: "GET" | "POST";
  path: Path;
  params: Params;
  query: Query;
  body: Body;
  /** What a success is sent as, where it is not JSON. */
  mediaType?: "text/event-stream";
  /** Largest request body in bytes; 0 for operations without one. */
  bodyBytesMax: number;
  /** The multipart form that a route reads as a stream, in place of a JSON body. */
  form?: z.ZodType;
  response: Response;
  /**
   * `first`: counted before anything is read. `service`: the service counts it once the request
   * has proved valid and before its first cost, so that a mistake does not use up a launch.
   */
  limit: { policy: LimitPolicyName; when: "first" | "service" } | null;
  /** How many requests are worked on at a time, in sum and for one caller; none: any number. */
  atOnce?: { total: number; perCaller: number };
  /** What a node of the chain computes for a request: a whole launch, or any call. */
  simulation?: "launch" | "call";
  /** Counts each megabyte of a body before it is read, whatever it proves to be. */
  bytesLimit?: LimitPolicyName;
  cache: CachePolicy | null;
  errors: readonly ErrorCode[];
  /** The status of a success where it is not 200. */
  statusOf?: (response: z.output<Response>) => number;
  /** What the other statuses of `statusOf` mean. */
  otherStatuses?: Readonly<Record<number, string>>;
};

/** For operations that take no path parameters, query or body. */
export const nothing = z.object({});
export const noBody = z.undefined();

/** Keeps the schema types of a definition; the table of all operations is `all.ts`. */
export function operation<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Path extends OperationPath,
>(
  definition: Operation<Params, Query, Body, Response, Path>,
): Operation<Params, Query, Body, Response, Path> {
  return definition;
}

/** Everything that an operation may refuse with: a server that is being stopped refuses all. */
export function errorsOf({ errors }: Pick<Operation, "errors">): ErrorCode[] {
  return [...errors, "shutting_down"];
}

/** The form in which an operation's errors are rendered. */
export function errorFormOf({
  errorForm,
  interface: own,
}: Pick<Operation, "errorForm" | "interface">): ErrorForm {
  return errorForm ?? own;
}

/** Whether the same `Idempotency-Key` makes a repeated request safe. */
export function takesIdempotencyKey({ errors }: Pick<Operation, "errors">): boolean {
  return errors.includes("invalid_idempotency_key");
}

/** What a handler receives. */
export type InputOf<O extends Operation> = {
  params: z.output<O["params"]>;
  query: z.output<O["query"]>;
  body: z.output<O["body"]>;
};
/** What a handler answers, before it is rendered. */
export type ResultOf<O extends Operation> = z.input<O["response"]>;
