import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import type { Realm } from "../domain/realm";

/** Any number: it only has to be the same for everyone who migrates. */
const MIGRATION_LOCK = 5_107_221;

/**
 * Applies the migrations that are missing, one process at a time.
 * @param folder the folder that drizzle-kit writes
 * @param realm what accounts and wallets from before there were realms belong to
 */
export async function migrate(
  databaseUrl: string,
  folder: string,
  realm: Realm = "live",
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query("select set_config('slipway.realm', $1, false)", [realm]);
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
  } finally {
    // Ending the session also gives up the lock.
    await client.end();
  }
}
