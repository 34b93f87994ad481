import type { IncomingMessage, ServerResponse } from "node:http";
import type { LimitHeaders } from "./limits/caller-limits";
import type { Caller } from "./limits/callers";
import type { Match } from "./router";

/** One request on its way through the pipeline. Stages fill it in from top to bottom. */
export type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly caller: Caller;
  /** Whether the request was sent on this machine, by no proxy. Most requests need not know. */
  readonly isThisMachine: () => boolean;
  /** Path and query; null when the request is for another host. */
  readonly url: string | null;
  /** The path as it was sent. */
  readonly path: string;
  /** Names and values in turn. The answer carries them besides its own. */
  readonly headers: string[];
  /** Of the latest count. */
  rateLimit: LimitHeaders;
  /** Set by the stage `match`. */
  match: Match;
  /** How logs and metrics name the endpoint. */
  label: string;
  /** Whether the answer came from the cache: such answers are counted, not logged. */
  isCached: boolean;
};

/** What a stage did: it answered the request, or the next stage goes on. Refusals are thrown as AppError. */
export type StageOutcome = "answered" | "next";
export type Stage = (exchange: Exchange) => StageOutcome | Promise<StageOutcome>;
