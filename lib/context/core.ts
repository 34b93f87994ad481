import { createHmac, randomBytes } from "node:crypto";
import { type Env, required } from "../env";
import { createLog, type Log } from "../log";

/** Configuration, log, time and identifiers. Tests replace time and identifiers here. */
export type Core = {
  env: Env;
  log: Log;
  clock: { now(): Date };
  ids: {
    /** A new random id that cannot be guessed. */
    jobId(): string;
    /** The same id for the same text; cannot be guessed without the server's key. */
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
      // Keyed with the server wallet's private key, which all processes of this wallet share.
      jobIdOf: (text) =>
        createHmac("sha256", `job id ${privateKey}`)
          .update(text)
          .digest()
          .toString("base64url", 0, 16),
    },
  };
}
