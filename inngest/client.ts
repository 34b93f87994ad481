import { Inngest } from "inngest";
import { readEnv } from "@/lib/env";
import { createLog } from "@/lib/log";

const env = readEnv();

/** The durable functions' side of the job engine. Always signed: unsigned calls are refused. */
export const inngest = new Inngest({
  id: "slipway",
  isDev: false,
  // Its own logger prints errors with their sources, which takes longer than the step that failed.
  logger: createLog(env, "jobs"),
  ...(env.INNGEST_EVENT_KEY === undefined ? {} : { eventKey: env.INNGEST_EVENT_KEY }),
  ...(env.INNGEST_SIGNING_KEY === undefined ? {} : { signingKey: env.INNGEST_SIGNING_KEY }),
  ...(env.INNGEST_BASE_URL === undefined ? {} : { baseUrl: env.INNGEST_BASE_URL }),
});

/**
 * Where the engine calls the functions. By default the SDK would register whatever host a request
 * names, and do so for anybody.
 */
export const serveOptions = {
  serveOrigin: env.inngestServeOrigin,
  servePath: "/api/inngest",
  enableUnauthedSync: false,
};
