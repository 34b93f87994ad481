import type pg from "pg";
import { NEWEST_MIGRATION } from "./schema-steps";

const PREFIX = "slipway/";
/** How earlier releases named their connections. */
const UNVERSIONED = "slipway";

/** `application_name` of this process's connections: the newest migration that it knows. */
export const SERVER_NAME = `${PREFIX}${NEWEST_MIGRATION.tag}`;

/**
 * The servers that are connected to the client's database, by the newest migration that they know;
 * null for releases that did not name it.
 */
export async function listServers(
  client: Pick<pg.Client, "query">,
): Promise<{ migration: string | null; connections: number }[]> {
  const { rows } = await client.query<{ name: string; connections: number }>(
    `select application_name as name, count(*)::int as connections from pg_stat_activity
     where datname = current_database() and (application_name = $1 or starts_with(application_name, $2))
     group by 1 order by 1`,
    [UNVERSIONED, PREFIX],
  );
  return rows.map(({ name, connections }) => ({
    migration: name.startsWith(PREFIX) ? name.slice(PREFIX.length) : null,
    connections,
  }));
}
