import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { CHAIN_SLUGS, CHAINS } from "@/lib/shared/chains";
import type { Realms } from "@/lib/shared/realm";
import { readNewestMigration } from "./read-schema";

/** An arbitrary number, the same in every process that migrates. */
const MIGRATION_LOCK = 5_107_221;
const LIVE: Realms = { realm: "live", realmOf: () => "live" };

/**
 * Applies the missing migrations, one process at a time.
 * @param folder the folder that drizzle-kit writes
 * @param realms the realm of rows that were written before realms existed
 */
export async function migrate(
  databaseUrl: string,
  folder: string,
  { realm, realmOf }: Realms = LIVE,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const sandboxes = CHAIN_SLUGS.filter((chain) => realmOf(chain) === "sandbox");
    const names = sandboxes.flatMap((chain) => [chain, CHAINS[chain].chainId]).join(",");
    await client.query(
      "select set_config('slipway.realm', $1, false), set_config('slipway.sandbox_chains', $2, false)",
      [realm, names],
    );
    const before = await readNewestMigration(client);
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
    const after = await readNewestMigration(client);
    if (before !== after) await recordPrevious(client, before ?? after);
  } finally {
    // Closing the session also releases the lock.
    await client.end();
  }
}

/** Servers of the release before may run until they are replaced. */
async function recordPrevious(client: pg.Client, previous: number | null): Promise<void> {
  // Tests migrate to versions without the table.
  await client.query(`
    do $$ begin
      if to_regclass('launch.schema_state') is not null then
        insert into launch.schema_state (id, previous_migration) values (1, ${previous ?? "null"})
        on conflict (id) do update set previous_migration = excluded.previous_migration;
      end if;
    end $$`);
}
