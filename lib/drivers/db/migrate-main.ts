import { resolve } from "node:path";
import { readEnv, required } from "@/lib/env";
import { createLog } from "@/lib/log";
import { migrate } from "./migrate";

const env = readEnv();
const log = createLog(env, "migrate");
try {
  await migrate(required(env, "DATABASE_URL"), resolve("lib/drivers/db/migrations"), env);
  log.info("database is up to date");
} catch (err) {
  log.fatal({ err }, "migrations failed");
  process.exitCode = 1;
}
