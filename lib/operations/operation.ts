import { z } from "zod";
import type { ErrorCode } from "@/lib/shared/errors";
import type { CachePolicy } from "./cache";
import type { LimitPolicyName } from "./limits";
import type { TagName } from "./tags";

/** The document that an operation belongs to, and the default form of its errors. */
export type ApiName = "data" | "launch" | "system" | "account" | "admin";

export type ErrorForm = Exclude<ApiName, "admin"> | "rpc" | "udf";

export type OperationPath = `/${string}`;

/**
 * One endpoint: the object that the route, the OpenAPI document, the client and the tests read. Its
 * documentation is in `docs.ts`. `path` is written as in OpenAPI (`/v1/{chain}/tokens`); `params`,
 * `query` and `body` parse the input, `response` is the strict shape of a success.
 */
export type Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Path extends OperationPath = OperationPath,
> = {
  id: string;
  api: ApiName;
  /** Groups it in its OpenAPI document. */
  tag?: TagName;
  /** The form of its errors when it is not that of its API. */
  errorForm?: "rpc" | "udf";
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: Path;
  params: Params;
  query: Query;
  body: Body;
  /** The media type of a success when it is not JSON. */
  mediaType?: "text/event-stream";
  /**
   * Restricts callers: the owner of a webhook, by a management secret or as the signed-in account.
   */
  access?: "webhook";
  /** Largest request body in bytes; 0 for operations without one. */
  bodyBytesMax: number;
  /** The multipart form that is read as a stream, instead of a JSON body. */
  form?: z.ZodType;
  response: Response;
  /**
   * `first`: counted before anything is read. `service`: counted by the use case once the request
   * is valid and before its first cost, so that a mistake does not use up a launch.
   */
  limit: { policy: LimitPolicyName; when: "first" | "service" } | null;
  /** Concurrent requests, in total and per caller; unlimited when absent. */
  atOnce?: { total: number; perCaller: number };
  /** Work that a chain node does for a request: a whole launch, or any call. */
  simulation?: "launch" | "call";
  /** Counts each megabyte of a body before it is read, valid or not. */
  bytesLimit?: LimitPolicyName;
  /** Its response may be large: its time counts for its caller, also when it is cached. */
  isHeavy?: true;
  /** Whether a query may read many rows: unless the cache has its response, its time counts for its caller. */
  isCostly?(query: z.output<Query>): boolean;
  cache: CachePolicy | null;
  errors: readonly ErrorCode[];
  /** The status of a success when it is not 200. */
  statusOf?: (response: z.output<Response>) => number;
  /** Descriptions of the other statuses of `statusOf`. */
  otherStatuses?: Readonly<Record<number, string>>;
};

/** For operations without path parameters, query or body. */
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

/** Errors that every operation may return: a service is down, or the server stops. */
const COMMON_ERRORS = ["dependency_unavailable", "shutting_down"] as const;

/** Every error that the operation may return. */
export function errorsOf({ errors }: Pick<Operation, "errors">): ErrorCode[] {
  return [...new Set<ErrorCode>([...errors, ...COMMON_ERRORS])];
}

export function errorFormOf({ errorForm, api }: Pick<Operation, "errorForm" | "api">): ErrorForm {
  // Both are for our own pages only.
  return errorForm ?? (api === "admin" ? "account" : api);
}

/** Whether an operation does the same without a body as with an empty object. */
export function isBodyOptional({ body }: Pick<Operation, "body">): boolean {
  return body.safeParse(undefined).success;
}

/** For every text that explains the `Idempotency-Key`: others can block a key that they can guess. */
export const IDEMPOTENCY_KEY_ADVICE =
  "Use a random text such as a UUID, and store it with your order: keys of all callers share one space.";

/** Whether an `Idempotency-Key` makes a repeated request safe. */
export function takesIdempotencyKey({ errors }: Pick<Operation, "errors">): boolean {
  return errors.includes("invalid_idempotency_key");
}

/** Input of a handler. */
export type InputOf<O extends Operation> = {
  params: z.output<O["params"]>;
  query: z.output<O["query"]>;
  body: z.output<O["body"]>;
};
/** Result of a handler, before rendering. */
export type ResultOf<O extends Operation> = z.input<O["response"]>;
