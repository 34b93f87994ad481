import type { ServiceContext } from "@/lib/context";
import type { LimitPolicyName } from "@/lib/operations/limits";
import type { OperationPath } from "@/lib/operations/operation";
import type { CachedResponse } from "./cache/cached-response";
import type { CallerLimits } from "./limits/caller-limits";
import type { Caller } from "./limits/callers";
import type { CacheableResponse, RawResponse } from "./response/render";
import type { WebRequest } from "./web-request";

/** The parts of a request that an endpoint outside the operations may use. */
export type PlainCall = {
  ctx: ServiceContext;
  request: WebRequest & { url: string };
  params: Readonly<Record<string, string>>;
  caller: Caller;
  isThisMachine: boolean;
  requestId: string;
  limit: CallerLimits["limit"];
  isUsedUp: CallerLimits["isUsedUp"];
  giveBack: CallerLimits["giveBack"];
  /** Counts expensive work before it starts. @throws AppError rate_limited */
  count(policy: LimitPolicyName): void;
  /**
   * Sends a request of the same caller through the whole pipeline, with its limits, without a
   * connection. Only path and query of the URL matter.
   */
  dispatch: typeof fetch;
};

export type PlainResponse = CacheableResponse | CachedResponse | RawResponse;

/** Methods of an endpoint, and the body that it receives. GET includes HEAD. */
type Receives =
  | { methods: readonly "GET"[]; body?: never }
  | {
      methods: readonly ("GET" | "POST" | "PUT")[];
      /** With `bytesLimit`, each of its megabytes but the first counts before it is read. */
      body: { bytesMax: number; bytesLimit?: LimitPolicyName };
    };

/** An endpoint that is not an API operation: a document, a file, a webhook. */
export type PlainEndpoint = Receives & {
  kind: "plain";
  /** Its name in logs and metrics. */
  id: string;
  /** `{name}` is one segment, `{name*}` the rest of the path. */
  path: OperationPath;
  /** Whether each request counts as a page. Others count by themselves or authenticate. */
  isCounted: boolean;
  /** Other services call it and sign their calls; `answer` counts those that are not signed. */
  isSigned?: boolean;
  /** Whether a caller is such a service. Its calls are not paced. */
  isKnown?(caller: Caller): boolean;
  /** Runs background work, which waits longer for other services than a caller would. */
  isBackground?: boolean;
  /** Any origin may request content in ranges. */
  isContent?: boolean;
  /** Request headers that other origins may send, besides those of the APIs. */
  allowedHeaders?: readonly string[];
  /** @throws AppError */
  answer(call: PlainCall): Promise<PlainResponse> | PlainResponse;
};

type WithoutKind<T> = T extends unknown ? Omit<T, "kind"> : never;

export function plain(endpoint: WithoutKind<PlainEndpoint>): PlainEndpoint {
  return { kind: "plain", ...endpoint };
}
