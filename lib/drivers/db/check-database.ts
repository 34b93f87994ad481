import { z } from "zod";
import { WEB_CONNECTIONS_MAX } from "./connections-max";
import { createDatabase, type Database } from "./create-database";
import journal from "./migrations/meta/_journal.json" with { type: "json" };

/**
 * `outdated`: it answers, but a migration of this version is missing. `read_only`: it accepts no
 * changes, like a former primary or a standby.
 */
export type DatabaseState = "ok" | "outdated" | "read_only" | "down";

/** The newest migration of this version, as drizzle records it. */
const NEWEST_AT = Math.max(...journal.entries.map(({ when }) => when));
const MISSING_TABLE_CODES: readonly string[] = ["42P01", "3F000"];
const applied = z.tuple([z.object({ at: z.coerce.number() })]);
const setting = z.tuple([z.object({ transaction_read_only: z.string() })]);
const ANSWER_MS_MAX = 1_000;

/**
 * Checks the database over a connection of its own, so that a busy pool does not count as an outage.
 * @param options.onError called when that connection breaks; the next check opens another
 */
export function createDatabaseCheck(options: {
  url: string;
  onError: (error: Error) => void;
}): () => Promise<DatabaseState> {
  const limits = { connectMsMax: ANSWER_MS_MAX, queryMsMax: ANSWER_MS_MAX };
  const connectionsMax = WEB_CONNECTIONS_MAX.checking;
  const db = createDatabase({ ...options, ...limits, connectionsMax });
  let isMigrated = false;
  return async () => {
    try {
      isMigrated ||= (await newestOf(db)) >= NEWEST_AT;
      if (!isMigrated) return "outdated";
      return (await isReadOnly(db)) ? "read_only" : "ok";
    } catch {
      // A failed check is a result, not an error.
      return "down";
    }
  };
}

async function isReadOnly(db: Database): Promise<boolean> {
  const client = await db.$client.connect();
  let isReplaced = true;
  try {
    // On for a standby as well.
    const { rows } = await client.query("show transaction_read_only");
    isReplaced = setting.parse(rows)[0].transaction_read_only === "on";
    return isReplaced;
  } finally {
    // The next connection may reach the new primary.
    client.release(isReplaced);
  }
}

/** When the newest applied migration was created; 0 without any. */
async function newestOf(db: Database): Promise<number> {
  const query = "select coalesce(max(created_at), 0) as at from drizzle.__drizzle_migrations";
  try {
    const { rows } = await db.$client.query<{ at: string }>(query);
    return applied.parse(rows)[0].at;
  } catch (error) {
    const isMissing =
      error instanceof Error &&
      "code" in error &&
      typeof error.code === "string" &&
      MISSING_TABLE_CODES.includes(error.code);
    if (isMissing) return 0;
    throw error;
  }
}
