import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { z } from "zod";
import type { Env } from "@/lib/env";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { SandboxError } from "../process/sandbox-error";
import { syncFolder, writeFileAtomic } from "../process/write-file-atomic";
import { copyFileTo, isSecretFile, listDataFiles } from "./data-files";
import { dumpTables, readSequences } from "./dump-tables";
import { type Manifest, type StoredFile, toManifestFile } from "./manifest";
import { listSchemas, readMigration } from "./schema-version";

const packageFile = z.object({ version: z.string() });

export type BackupOptions = {
  env: Env;
  root: string;
  databaseUrl: string;
  /** Created by the backup; may exist if it is empty. */
  folder: string;
  /** Whether to include the files with keys in plain text. */
  withSecrets: boolean;
};

/**
 * Writes a backup while Slipway runs: one snapshot of the database, then the files of the data
 * folder. A file that a row of the snapshot names existed at that time, and files are only added
 * while something refers to them, so copying them afterwards misses none. The folder appears under
 * its name when it is complete.
 * @throws SandboxError when the folder is not empty or the database is not migrated
 */
export async function createBackup(options: BackupOptions): Promise<Omit<Manifest, "format">> {
  const { env, root, databaseUrl, folder, withSecrets } = options;
  await requireEmpty(folder);
  const work = `${folder}.unfinished`;
  await rm(work, { recursive: true, force: true });
  await mkdir(join(work, "database"), { recursive: true, mode: 0o700 });
  try {
    const database = await dumpDatabase(databaseUrl, root, work);
    const files = await copyDataFiles(env.dataDir, work, withSecrets);
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
    const { name, text } = toManifestFile(manifest);
    await writeFileAtomic(join(work, name), text);
    await rm(folder, { recursive: true, force: true });
    await rename(work, folder);
    await syncFolder(dirname(folder));
    return manifest;
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    throw error;
  }
}

async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  if (names.length > 0) {
    throw new SandboxError(`${folder} is not empty. Name a new folder for each backup.`);
  }
}

async function dumpDatabase(databaseUrl: string, root: string, work: string) {
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
    const schemas = await listSchemas(root);
    const tables = await dumpTables(client, schemas, work);
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

async function copyDataFiles(
  dataDir: string,
  work: string,
  withSecrets: boolean,
): Promise<StoredFile[]> {
  const copied: StoredFile[] = [];
  for (const name of await listDataFiles(dataDir)) {
    if (isSecretFile(name) && !withSecrets) continue;
    const path = `data/${name}`;
    const file = await copyFileTo(join(dataDir, name), join(work, path));
    if (file !== null) copied.push({ path, ...file });
  }
  return copied;
}
