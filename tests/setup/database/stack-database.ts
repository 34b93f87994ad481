import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { z } from "zod";
import { postgresUrl } from "@/sandbox/postgres/start-postgres";

const secrets = z.object({ postgresPassword: z.string() });
const ports = z.object({ database: z.number() });

/** Runs one statement in the database of the launchpad on this data folder. */
export async function queryStack(
  dataDir: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<unknown[]> {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(dataDir, name), "utf8"));
  const { postgresPassword } = secrets.parse(await read("secrets.json"));
  const { database } = ports.parse(await read("ports.json"));
  const client = new pg.Client({ connectionString: postgresUrl(database, postgresPassword) });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}
