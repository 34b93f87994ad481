import { resolve } from "node:path";
import { readEnv, required } from "../env";
import { createLog } from "../log";
import { migrate } from "./migrate";

const env = readEnv();
const log = createLog(env, "migrate");
try {
  await migrate(required(env, "DATABASE_URL"), resolve("lib/db/migrations"), env);
  log.info("the database is up to date");
} catch (err) {
  log.fatal({ err }, "the migrations failed");
  process.exitCode = 1;
}
