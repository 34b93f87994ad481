import { Inngest } from "inngest";
import { readEnv } from "@/lib/env";
import { createLog } from "@/lib/log";

const env = readEnv();

/** Client of the job engine. Always signed: unsigned calls are rejected. */
export const inngest = new Inngest({
  id: "slipway",
  isDev: false,
  // The SDK's own logger prints errors with source code, which takes longer than the failed step.
  logger: createLog(env, "jobs"),
  ...(env.INNGEST_EVENT_KEY === undefined ? {} : { eventKey: env.INNGEST_EVENT_KEY }),
  ...(env.INNGEST_SIGNING_KEY === undefined ? {} : { signingKey: env.INNGEST_SIGNING_KEY }),
  ...(env.INNGEST_BASE_URL === undefined ? {} : { baseUrl: env.INNGEST_BASE_URL }),
});

/**
 * Address at which the engine calls the functions. By default the SDK registers the host of any
 * unauthenticated request.
 */
export const serveOptions = {
  serveOrigin: env.inngestServeOrigin,
  servePath: "/api/inngest",
  enableUnauthedSync: false,
};
