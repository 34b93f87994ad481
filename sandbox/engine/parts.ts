import type { Logger } from "pino";
import type { EngineDatabase } from "@/sandbox/engine/database";
import type { Registry } from "@/sandbox/engine/http/registry";

/** What the parts of the engine share. */
export type EngineParts = {
  db: EngineDatabase;
  registry: Registry;
  log: Logger;
  settings: EngineSettings;
};

export type EngineSettings = {
  signingKey: string;
  eventKey: string;
  /** Where the app serves its functions. */
  appUrl: URL;
  /** Wait before the first retry of a failed function or step. */
  retryBaseMs: number;
  /** Calls to the app under way at once. */
  callsMax: number;
  /** A call without an answer for so long is given up and repeated. */
  callTimeoutMs: number;
  /** Whether functions may run several steps in one call. */
  checkpointing: boolean;
  /** Ended runs are kept for so long … */
  keepDays: number;
  /** … and at most so many. */
  keepRuns: number;
};

export const DEFAULT_SETTINGS = {
  retryBaseMs: 1_000,
  callsMax: 40,
  callTimeoutMs: 7_200_000,
  checkpointing: true,
  keepDays: 7,
  keepRuns: 20_000,
} as const satisfies Partial<EngineSettings>;
