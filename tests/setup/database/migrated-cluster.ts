import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { migrate } from "@/lib/drivers/db/migrate";
import { clusterFolder } from "@/sandbox/postgres/cluster-folder";
import { postgresAccount } from "@/sandbox/postgres/postgres-account";
import { type PostgresServer, startPostgres } from "@/sandbox/postgres/start-postgres";

const PASSWORD = "test";
/** The variable with the path of the cluster, which the runner's processes inherit. */
const CLUSTER = "TEST_MIGRATED_CLUSTER";

/**
 * Creates a PostgreSQL cluster with all migrations, once for all test files of a project: with a
 * copy of it, a test starts a database of its own without creating a cluster and migrating it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "slipway-cluster-"));
  await (await startNew({ dataDir })).stop();
  process.env[CLUSTER] = await dataOf(dataDir);
  return async () => {
    delete process.env[CLUSTER];
    await rm(dataDir, { recursive: true, force: true });
  };
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
  if (!isNew) return startPostgres({ ...options, password: PASSWORD });
  const { [CLUSTER]: cluster } = process.env;
  // Benchmarks, and projects with few databases, have no cluster to copy.
  if (cluster === undefined) return startNew(options);
  // `cp`, because it keeps the owner, which is another account for root.
  await promisify(execFile)("cp", ["-a", cluster, data]);
  return startPostgres({ ...options, password: PASSWORD });
}

async function startNew(options: { dataDir: string }): Promise<PostgresServer> {
  const server = await startPostgres({ ...options, password: PASSWORD });
  try {
    await migrate(server.url, resolve("lib/drivers/db/migrations"));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

async function dataOf(dataDir: string): Promise<string> {
  const { folder } = await clusterFolder(dataDir, await postgresAccount());
  return join(folder, "data");
}
