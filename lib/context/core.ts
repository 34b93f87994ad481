import { createHmac, randomBytes } from "node:crypto";
import { type Env, required } from "../env";
import { createLog, type Log } from "../log";

/** Configuration, log, time and identifiers. Tests replace time and identifiers here. */
export type Core = {
  env: Env;
  log: Log;
  clock: { now(): Date };
  ids: {
    /** A new one that nobody can guess. */
    jobId(): string;
    /** The same for the same text, and still nothing that anybody else can guess. */
    jobIdOf(text: string): string;
  };
};

export function createCore(env: Env): Core {
  const privateKey = required(env, "SERVER_WALLET_PRIVATE_KEY");
  return {
    env,
    log: createLog(env, "web"),
    clock: { now: () => new Date() },
    ids: {
      jobId: () => randomBytes(16).toString("base64url"),
      // Keyed with what every process that signs for this wallet knows, and nobody else.
      jobIdOf: (text) =>
        createHmac("sha256", `job id ${privateKey}`)
          .update(text)
          .digest()
          .toString("base64url", 0, 16),
    },
  };
}
