import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Client } from "pg";
import { z } from "zod";
import { LOST_SERVER } from "@/lib/drivers/db/create-database";
import { lockNumberOf } from "@/lib/drivers/db/locks/advisory-locks";
import type { Env } from "@/lib/env";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { errorCode, SandboxError } from "../process/sandbox-error";
import type { BackupPlace } from "./backup-place";
import { type BackupTarget, openBackupTarget } from "./backup-target";
import { isSecretFile, listDataFiles } from "./data-files";
import { dumpTables, readSequences } from "./dump-tables";
import { createMeter } from "./hash-file";
import { type Manifest, type StoredFile, toManifestFile } from "./manifest";
import { listSchemas, readMigration } from "./schema-version";

const packageFile = z.object({ version: z.string() });

export type BackupOptions = {
  env: Env;
  root: string;
  databaseUrl: string;
  /** Created by the backup; may exist if it is empty. */
  place: BackupPlace;
  /** Whether to include the files with keys in plain text. */
  withSecrets: boolean;
};

/**
 * Writes a backup while Slipway runs: one snapshot of the database, then the files of the data
 * folder. A file that a row of the snapshot names existed at that time, and files are only added
 * while something refers to them, so copying them afterwards misses none. It is written to the place
 * directly, so a bucket needs no space here.
 * @throws SandboxError when the place is not empty, the database is not migrated, or another backup of it is running
 */
export async function createBackup(options: BackupOptions): Promise<Omit<Manifest, "format">> {
  const { databaseUrl, place } = options;
  const release = await lockBackups(databaseUrl);
  try {
    const target = await openBackupTarget(place);
    const manifest = await writeBackup(options, target);
    await recordBackup(databaseUrl, manifest.takenAt);
    return manifest;
  } finally {
    await release();
  }
}

/**
 * Lets one backup of a database run at a time: a schedule would otherwise start more and more of them once one takes
 * longer than its interval. The session of the connection holds the lock, so it ends with the process.
 */
async function lockBackups(databaseUrl: string): Promise<() => Promise<void>> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: "slipway-backup",
    ...LOST_SERVER,
  });
  await client.connect();
  // Without the connection the backup itself is still complete.
  client.on("error", () => undefined);
  const { rows } = await client.query<{ taken: boolean }>(
    "select pg_try_advisory_lock($1) as taken",
    [lockNumberOf("backups")],
  );
  if (rows[0]?.taken === true) return () => client.end();
  await client.end();
  throw new SandboxError(
    "Another backup of this database is running. Wait until it ends, or stop it.",
  );
}

async function writeBackup(
  { env, root, databaseUrl, withSecrets }: BackupOptions,
  target: BackupTarget,
): Promise<Omit<Manifest, "format">> {
  try {
    const database = await dumpDatabase(databaseUrl, root, target);
    const files = await copyDataFiles(env.dataDir, target, withSecrets);
    const { version } = packageFile.parse(
      JSON.parse(await readFile(join(root, "package.json"), "utf8")),
    );
    const manifest = {
      ...database,
      slipwayVersion: version,
      files,
      hasSecrets: withSecrets,
      bucket: env.S3_BUCKET ?? null,
      sandboxChains: CHAIN_SLUGS.filter((chain) => env.rpcUrls(chain) === null),
    };
    await target.finish(toManifestFile(manifest));
    return manifest;
  } catch (error) {
    // The first error is the cause; without a manifest, the rest is not a backup.
    await target.discard().catch(() => undefined);
    throw error;
  }
}

async function dumpDatabase(databaseUrl: string, root: string, target: BackupTarget) {
  const client = new Client({ connectionString: databaseUrl, application_name: "slipway-backup" });
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    const migration = await readMigration(client, root);
    const { rows } = await client.query<{
      id: string;
      epoch: number;
      version: string;
      now: Date;
    }>(
      "select id::text, epoch, current_setting('server_version') as version, now() from launch.installation",
    );
    const [row] = rows;
    if (row === undefined) throw new SandboxError("The database is not migrated.");
    const schemas = await listSchemas(client, root);
    const tables = await dumpTables(client, schemas, target);
    const sequences = await readSequences(client, schemas);
    await client.query("commit");
    return {
      takenAt: row.now.toISOString(),
      installation: { id: row.id, epoch: row.epoch },
      migration,
      postgresVersion: row.version,
      tables,
      sequences,
    };
  } finally {
    await client.end();
  }
}

/** Metrics report its age, so that nobody misses backups that fail. */
async function recordBackup(databaseUrl: string, takenAt: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, application_name: "slipway-backup" });
  await client.connect();
  try {
    // An update may back up a database before it migrates it.
    const { rows } = await client.query(
      "select 1 where to_regclass('storage.backups') is not null",
    );
    if (rows.length === 0) return;
    await client.query(
      `insert into storage.backups (taken_at) values ($1)
       on conflict (is_only) do update set taken_at = excluded.taken_at`,
      [takenAt],
    );
  } finally {
    await client.end();
  }
}

async function copyDataFiles(
  dataDir: string,
  target: BackupTarget,
  withSecrets: boolean,
): Promise<StoredFile[]> {
  const copied: StoredFile[] = [];
  for (const name of await listDataFiles(dataDir)) {
    if (isSecretFile(name) && !withSecrets) continue;
    const path = `data/${name}`;
    const file = await copyFile(join(dataDir, name), path, target);
    if (file !== null) copied.push(file);
  }
  return copied;
}

/** Null when the file was removed meanwhile. */
async function copyFile(
  from: string,
  path: string,
  target: BackupTarget,
): Promise<StoredFile | null> {
  const meter = createMeter();
  try {
    await pipeline(createReadStream(from), meter.stream, (chunks) => target.write(path, chunks));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
  return { path, ...meter.read() };
}
