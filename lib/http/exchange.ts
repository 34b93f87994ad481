import type { IncomingMessage, ServerResponse } from "node:http";
import type { ErrorCode } from "@/lib/shared/errors";
import type { LimitHeaders } from "./limits/caller-limits";
import type { Caller } from "./limits/callers";
import type { Match } from "./router";

/** One request in the pipeline. Stages set its fields from top to bottom. */
export type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly caller: Caller;
  /** Whether the request was sent from this machine without a proxy. Computed on demand. */
  readonly isThisMachine: () => boolean;
  /**
   * Bytes of its body that an outer request of the same caller has received and counted; 0 for
   * requests from the network.
   */
  readonly receivedBytes: number;
  /** Path and query; null when the request is for another host. */
  readonly url: string | null;
  /** The path as it was sent. */
  readonly path: string;
  /** Alternates names and values. Sent in addition to the response's own headers. */
  readonly headers: string[];
  /** Whether shared caches must not store the response: they would send it to refused regions. */
  isPrivate: boolean;
  /** Whether the caller has used up its share of server time. Set for liveness only; other requests wait instead. */
  isBeyondShare: boolean;
  /** From the latest limit check. */
  rateLimit: LimitHeaders;
  /** Set by the `match` stage. */
  match: Match;
  /** The endpoint's name in logs and metrics. */
  label: string;
  /** Whether the response came from the cache: such responses are counted, not logged. */
  isCached: boolean;
  /** The code of the error that was sent. */
  error: ErrorCode | null;
};

/**
 * Result of a stage: it sent the response, or the next stage continues. Errors are thrown as
 * AppError.
 */
export type StageOutcome = "responded" | "next";
export type Stage = (exchange: Exchange) => StageOutcome | Promise<StageOutcome>;
