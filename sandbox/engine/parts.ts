import type { Logger } from "pino";
import type { EngineDatabase } from "@/sandbox/engine/database";
import type { Registry } from "@/sandbox/engine/http/registry";

/** State shared by the parts of the engine. */
export type EngineParts = {
  db: EngineDatabase;
  registry: Registry;
  log: Logger;
  settings: EngineSettings;
};

export type EngineSettings = {
  signingKey: string;
  eventKey: string;
  /** URL where the app serves its functions. */
  appUrl: URL;
  /** Delay before the first retry of a failed function or step. */
  retryBaseMs: number;
  /** Maximum concurrent calls to the app. */
  callsMax: number;
  /** A call without a response for this long is abandoned and repeated. */
  callTimeoutMs: number;
  /** Whether functions may run several steps in one call. */
  checkpointing: boolean;
  /** Retention of ended runs in days … */
  keepDays: number;
  /** … and their maximum number. */
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
