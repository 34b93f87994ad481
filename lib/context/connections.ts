import { WEB_CONNECTIONS_MAX } from "@/lib/drivers/db/connections-max";
import {
  createDatabase,
  createReadingDatabase,
  type Database,
} from "@/lib/drivers/db/create-database";
import { required } from "@/lib/env";
import type { Core } from "./core";

/** The databases that modules share. Connections are opened on first use. */
export type Connections = {
  db: Database;
  /** Separate pool for the Data API, so that its reads never wait for writes of this process. */
  readingDb: Database;
  /** For dedicated connections that listen for notifications. */
  databaseUrl: string;
};

export function openConnections({ env, log }: Pick<Core, "env" | "log">): Connections {
  const databaseUrl = required(env, "DATABASE_URL");
  const options = {
    url: databaseUrl,
    connectionsMax: WEB_CONNECTIONS_MAX.writing,
    onError: (err: Error) => log.warn({ err }, "database connection lost"),
  };
  return {
    db: createDatabase(options),
    readingDb: createReadingDatabase({
      ...options,
      connectionsMax: WEB_CONNECTIONS_MAX.reading,
    }),
    databaseUrl,
  };
}
