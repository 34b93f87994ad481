import pg from "pg";
import { postgresUrl } from "@/sandbox/postgres/start-postgres";
import { readSecrets } from "@/sandbox/process/machine-secrets";
import { PortMemory } from "@/sandbox/process/port-memory";

/** Runs a statement in the database of the launchpad under test, for states that a page cannot cause. */
export async function runSql(statement: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const dataDir = process.env.E2E_DATA_DIR;
  if (dataDir === undefined) throw new Error("E2E_DATA_DIR names the launchpad's data folder");
  const [secrets, ports] = await Promise.all([readSecrets(dataDir), PortMemory.open(dataDir)]);
  const port = ports.get("database");
  if (port === undefined) throw new Error("The database has no port yet");
  const client = new pg.Client(postgresUrl(port, secrets.postgresPassword));
  await client.connect();
  try {
    return await client.query(statement, values);
  } finally {
    await client.end();
  }
}
