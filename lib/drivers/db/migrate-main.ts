import { resolve } from "node:path";
import { readEnv, required } from "@/lib/env";
import { createLog } from "@/lib/log";
import { MigrationError, migrate } from "./migrate";

const env = readEnv();
const log = createLog(env, "migrate");
try {
  const onBusy = (tries: number) => log.info({ tries }, "a table is in use; trying again");
  const folder = resolve("lib/drivers/db/migrations");
  await migrate(required(env, "DATABASE_URL"), folder, env, onBusy);
  log.info("database is up to date");
} catch (err) {
  if (err instanceof MigrationError) log.fatal(err.message);
  else log.fatal({ err }, "migrations failed");
  process.exitCode = 1;
}
