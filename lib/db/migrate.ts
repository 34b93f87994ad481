import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

/** Any number: it only has to be the same for everyone who migrates. */
const MIGRATION_LOCK = 5_107_221;

/**
 * Applies the migrations that are missing, one process at a time.
 * @param folder the folder that drizzle-kit writes
 */
export async function migrate(databaseUrl: string, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
  } finally {
    // Ending the session also gives up the lock.
    await client.end();
  }
}
