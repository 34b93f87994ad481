import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { z } from "zod";
import { CHAIN_SLUGS, CHAINS } from "@/lib/shared/chains";
import type { Realms } from "@/lib/shared/realm";
import { errorText } from "@/lib/shared/text/error-text";
import { lockNumberOf } from "./locks/advisory-locks";
import { readNewestMigration } from "./read-schema";
import { type AppliedMigration, oldestServerOf } from "./schema-steps";
import { listServers } from "./server-name";

const LIVE: Realms = { realm: "live", realmOf: () => "live" };
/** Requests queue behind a migration that waits for a table, so it gives up before they do. */
const LOCK_MS_MAX = 1_000;
/** A host that drops packets would otherwise leave the operator without a word for minutes. */
const CONNECT_MS_MAX = 30_000;
const RETRY_MS = 2_000;
const TRIES_MAX = 100;
const LOCK_NOT_AVAILABLE = "55P03";

const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

/** The migrations cannot be applied now. The message contains the remedy. */
export class MigrationError extends Error {}

/**
 * Applies the missing migrations, one process at a time and all in one transaction. Servers may run
 * meanwhile, unless a migration removes what they use.
 * @param folder the folder that drizzle-kit writes
 * @param realms the realm of rows that were written before realms existed
 * @param onBusy called each time that a table is in use, for example by a backup
 * @throws MigrationError when the database cannot be reached, while servers run that do not fit the
 *   migrated schema, or when a table stays in use
 */
export async function migrate(
  databaseUrl: string,
  folder: string,
  { realm, realmOf }: Realms = LIVE,
  onBusy: (tries: number) => void = () => undefined,
): Promise<void> {
  const client = await connect(databaseUrl);
  try {
    await client.query("select pg_advisory_lock($1)", [lockNumberOf("migrations")]);
    const sandboxes = CHAIN_SLUGS.filter((chain) => realmOf(chain) === "sandbox");
    const names = sandboxes.flatMap((chain) => [chain, CHAINS[chain].chainId]).join(",");
    await client.query(
      `select set_config('slipway.realm', $1, false), set_config('slipway.sandbox_chains', $2, false),
        set_config('lock_timeout', $3, false)`,
      [realm, names, String(LOCK_MS_MAX)],
    );
    const before = await readNewestMigration(client);
    const missing = await listMissing(folder, before);
    if (missing.length === 0) return;
    const oldest = oldestServerOf(missing);
    if (before !== null && oldest !== null) await requireFittingServers(client, oldest);
    await applyWhenFree(client, folder, onBusy);
    await recordOldest(client, before === null ? missing.at(-1) : oldest, before);
  } finally {
    // Closing the session also releases the lock.
    await client.end();
  }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_MS_MAX,
  });
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new MigrationError(
      `The database in DATABASE_URL cannot be used: ${errorText(error)}. Start PostgreSQL, or correct the address, the name of the database and the password.`,
      { cause: error },
    );
  }
}

async function listMissing(folder: string, before: number | null): Promise<AppliedMigration[]> {
  const text = await readFile(join(folder, "meta", "_journal.json"), "utf8");
  const { entries } = journal.parse(JSON.parse(text));
  return entries.filter(({ when }) => before === null || when > before);
}

/** @throws MigrationError when a connected server does not know the expanded schema */
async function requireFittingServers(client: pg.Client, oldest: AppliedMigration): Promise<void> {
  const servers = await listServers(client);
  const unfit = servers.filter(({ migration }) => (migration ?? "") < oldest.tag);
  if (unfit.length === 0) return;
  const connections = unfit.reduce((sum, one) => sum + one.connections, 0);
  throw new MigrationError(
    `Servers of an older release are running (${connections} database connections), and this update removes what they use. Stop all web servers and indexers, or update them first to a release that has the migration ${oldest.tag}. Then run the migration again.`,
  );
}

async function applyWhenFree(
  client: pg.Client,
  folder: string,
  onBusy: (tries: number) => void,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyMigrations(drizzle(client), { migrationsFolder: folder });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (tries === TRIES_MAX) {
        throw new MigrationError(
          "A table stayed in use, so no migration was applied. Wait for the backup or query that uses it, then run the migration again.",
          { cause: error },
        );
      }
      onBusy(tries);
    }
    await sleep(RETRY_MS);
  }
}

/** The driver's error may be the cause of one that names the statement. */
function isLockTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === LOCK_NOT_AVAILABLE) || isLockTimeout(error.cause);
}

/** Records which servers may run on the schema; see `readSchema`. It never gets older. */
async function recordOldest(
  client: pg.Client,
  oldest: AppliedMigration | null | undefined,
  before: number | null,
): Promise<void> {
  const value = oldest?.when ?? before ?? null;
  // Tests migrate to versions without the table.
  await client.query(`
    do $$ begin
      if to_regclass('launch.schema_state') is not null then
        insert into launch.schema_state as state (id, previous_migration)
        values (1, ${value ?? "null"})
        on conflict (id) do update set previous_migration = ${
          oldest === null ? "state.previous_migration" : "excluded.previous_migration"
        };
      end if;
    end $$`);
}
