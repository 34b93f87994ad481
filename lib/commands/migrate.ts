import { resolve } from "node:path";
import { MigrationError, migrate } from "@/lib/drivers/db/migrate";
import { type Env, EnvError, readEnv, required } from "@/lib/env";
import { createLog } from "@/lib/log";
import { readArgs } from "./read-args";

const USAGE = `Usage: npm run migrate

Applies the missing migrations to the database of DATABASE_URL.`;

readArgs({ options: {} }, USAGE);
try {
  const env = readEnv();
  await run(env, required(env, "DATABASE_URL"));
} catch (error) {
  // Without a valid environment there is no log.
  if (!(error instanceof EnvError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function run(env: Env, databaseUrl: string): Promise<void> {
  const log = createLog(env, "migrate");
  const onBusy = (tries: number) => log.info({ tries }, "a table is in use; trying again");
  try {
    await migrate(databaseUrl, resolve("lib/drivers/db/migrations"), env, onBusy);
    log.info("database is up to date");
  } catch (err) {
    if (err instanceof MigrationError) log.fatal(err.message);
    else log.fatal({ err }, "migrations failed");
    process.exitCode = 1;
  }
}
