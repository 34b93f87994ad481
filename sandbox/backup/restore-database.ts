import { Client } from "pg";
import { listServers } from "@/lib/drivers/db/server-name";
import type { Realms } from "@/lib/shared/realm";
import { SandboxError } from "../process/sandbox-error";
import { listTables, nameOf } from "./dump-tables";
import { type Fenced, fenceRestored, publishAgain } from "./fence-restored";
import { loadSequences, loadTables } from "./load-tables";
import type { Manifest } from "./manifest";
import { listSchemas, migrateTo, readMigration } from "./schema-version";

const WRITTEN_BY_MIGRATIONS = new Set(["launch.installation", "launch.schema_state"]);
/** Loading the tables that they watch fills them. */
const FILLED_BY_TRIGGERS = new Set(["media.usage_changes"]);

type Options = { databaseUrl: string; root: string; realms: Realms };

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: "slipway-restore" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    // The connection is closed after this; the first error is the cause.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/**
 * Checks that a database may be replaced.
 * @throws SandboxError while a server uses it, or when it has rows and `isForced` is false
 */
export async function requireReplaceable(
  { databaseUrl, root }: Options,
  isForced: boolean,
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await requireNoServers(client);
    if (isForced) return;
    for (const table of await listTables(client, await listSchemas(client, root))) {
      if (WRITTEN_BY_MIGRATIONS.has(`${table.schema}.${table.name}`)) continue;
      const { rows } = await client.query(`select 1 from ${nameOf(table)} limit 1`);
      if (rows.length > 0) {
        throw new SandboxError(
          `The database is not empty: ${table.schema}.${table.name} has rows. Restore into an empty database, or run the command again with --force, which deletes everything in it.`,
        );
      }
    }
  });
}

async function requireNoServers(client: Client): Promise<void> {
  const servers = await listServers(client);
  const connections = servers.reduce((sum, server) => sum + server.connections, 0);
  if (connections > 0) {
    throw new SandboxError(
      `Slipway has ${connections} connections to this database. Stop all web servers and indexers first.`,
    );
  }
}

/**
 * Replaces everything in the database by a backup, then applies the migrations that the backup does
 * not have yet.
 * @param options.hasIpfsNode whether content is published by a node of this installation
 */
export async function restoreDatabase(
  options: Options & { folder: string; manifest: Manifest; hasIpfsNode: boolean },
): Promise<Fenced> {
  const { databaseUrl, root, realms, folder, manifest, hasIpfsNode } = options;
  await withClient(databaseUrl, async (client) => {
    const schemas = (await listSchemas(client, root)).map((schema) =>
      client.escapeIdentifier(schema),
    );
    await inTransaction(client, async () => {
      await client.query(`drop schema if exists ${schemas.join(", ")} cascade`);
      await client.query("drop table if exists drizzle.__drizzle_migrations");
    });
  });
  await migrateTo(databaseUrl, root, manifest.migration, realms);
  await withClient(databaseUrl, (client) =>
    inTransaction(client, async () => {
      const isOurs = await findSchemas(client);
      const tables = manifest.tables
        .filter(isOurs)
        .filter(({ schema, name }) => !FILLED_BY_TRIGGERS.has(`${schema}.${name}`));
      await loadTables(client, folder, tables);
      await loadSequences(client, manifest.sequences.filter(isOurs));
    }),
  );
  await migrateTo(databaseUrl, root, null, realms);
  if (hasIpfsNode) {
    await withClient(databaseUrl, (client) => inTransaction(client, () => publishAgain(client)));
  }
  return fence(databaseUrl);
}

/**
 * Whether a migration created the schema of a table. A backup by a release that does not know the
 * migrations of its database may contain schemas that somebody else created there.
 */
async function findSchemas(client: Client): Promise<(of: { schema: string }) => boolean> {
  const { rows } = await client.query<{ name: string }>("select nspname as name from pg_namespace");
  const names = new Set(rows.map(({ name }) => name));
  return ({ schema }) => names.has(schema);
}

/**
 * Makes a database safe to use that another tool restored. First applies the migrations that it does not have yet,
 * as it may be from before an update.
 * @throws SandboxError while a server uses it, or when it is not one of Slipway
 */
export async function fenceDatabase({ databaseUrl, root, realms }: Options): Promise<Fenced> {
  await withClient(databaseUrl, async (client) => {
    await requireNoServers(client);
    await readMigration(client, root);
  });
  await migrateTo(databaseUrl, root, null, realms);
  return fence(databaseUrl);
}

/** The last step of a restore. */
async function fence(databaseUrl: string): Promise<Fenced> {
  return withClient(databaseUrl, async (client) => {
    await requireNoServers(client);
    const fenced = await inTransaction(client, () => fenceRestored(client));
    await client.query("analyze");
    return fenced;
  });
}
