import "@/lib/shared/guard-fetch";
import { registerFunctions } from "@/lib/drivers/jobs/register-functions";
import { readEnv, required } from "@/lib/env";
import { createLog } from "@/lib/log";
import { readArgs } from "./read-args";

const USAGE = `Usage: npm run inngest:sync

Registers the functions of the web server on this machine with the job engine.`;

readArgs({ options: {} }, USAGE);
const env = readEnv();
const log = createLog(env, "inngest-sync");
const { ownUrl } = env;
try {
  const signingKey = required(env, "INNGEST_SIGNING_KEY");
  const isModified = await registerFunctions({ ownUrl, signingKey });
  log.info({ ownUrl, isModified }, "functions registered with the job engine");
} catch (err) {
  log.fatal({ err, ownUrl }, "functions not registered: is the web server running?");
  process.exitCode = 1;
}
