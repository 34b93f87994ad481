import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { migrate } from "@/lib/drivers/db/migrate";
import { clusterFolder } from "@/sandbox/postgres/cluster-folder";
import { postgresAccount } from "@/sandbox/postgres/postgres-account";
import { type PostgresServer, startPostgres } from "@/sandbox/postgres/start-postgres";

declare module "vitest" {
  interface ProvidedContext {
    migratedCluster: string;
  }
}

const PASSWORD = "test";

/**
 * Creates a PostgreSQL cluster with all migrations, once for all test files: with a copy of it, a
 * test starts a database of its own in a tenth of the time.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "slipway-cluster-"));
  const server = await startPostgres({ dataDir, password: PASSWORD });
  try {
    await migrate(server.url, resolve("lib/drivers/db/migrations"));
  } finally {
    await server.stop();
  }
  project.provide("migratedCluster", await dataOf(dataDir));
  return () => rm(dataDir, { recursive: true, force: true });
}

/**
 * Starts the PostgreSQL of a data folder; a new one gets a database with all migrations.
 * @param options.preferredPort used when free
 */
export async function startMigrated(options: {
  dataDir: string;
  preferredPort?: number;
}): Promise<PostgresServer> {
  const data = await dataOf(options.dataDir);
  const isNew = (await stat(data).catch(() => null)) === null;
  // `cp`, because it keeps the owner, which is another account for root.
  if (isNew) await promisify(execFile)("cp", ["-a", inject("migratedCluster"), data]);
  return startPostgres({ ...options, password: PASSWORD });
}

async function dataOf(dataDir: string): Promise<string> {
  const { folder } = await clusterFolder(dataDir, await postgresAccount());
  return join(folder, "data");
}
