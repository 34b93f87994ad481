import type { ServiceContext } from "../context";
import type { LimitPolicyName } from "../operations/limits";
import type { OperationPath } from "../operations/operation";
import type { CachedResponse } from "./cache/cached-response";
import type { CallerLimits } from "./limits/caller-limits";
import type { Caller } from "./limits/callers";
import type { Answer, Reply } from "./render";
import type { WebRequest } from "./web-request";

/** What an endpoint that is no operation may use of a request. */
export type PlainCall = {
  ctx: ServiceContext;
  request: WebRequest & { url: string };
  params: Readonly<Record<string, string>>;
  caller: Caller;
  isThisMachine: boolean;
  requestId: string;
  limit: CallerLimits["limit"];
  /** Counts work in this process before it is done. @throws AppError rate_limited */
  count(policy: LimitPolicyName): void;
};

export type PlainAnswer = Answer | CachedResponse | Reply;

/** An endpoint that is no operation of an API: a document, a file, the callback of another service. */
export type PlainEndpoint = {
  kind: "plain";
  /** Its name in logs and metrics. */
  id: string;
  /** `{name}` is one segment, `{name*}` the rest of the path. */
  path: OperationPath;
  /** GET stands for HEAD too. */
  methods: readonly ("GET" | "POST" | "PUT")[];
  /** Whether each request counts as a page. Others count for themselves or prove who calls. */
  isCounted: boolean;
  /** Content may be requested in ranges by any origin. */
  isContent?: boolean;
  /** @throws AppError */
  answer(call: PlainCall): Promise<PlainAnswer> | PlainAnswer;
};

export function plain(endpoint: Omit<PlainEndpoint, "kind">): PlainEndpoint {
  return { kind: "plain", ...endpoint };
}
