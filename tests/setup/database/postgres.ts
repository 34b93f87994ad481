import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase, type Database } from "@/lib/drivers/db/create-database";
import { startMigrated } from "./migrated-cluster";

/** A new PostgreSQL with all migrations applied. */
export async function startTestDatabase(): Promise<{
  url: string;
  db: Database;
  stop(): Promise<void>;
}> {
  const dataDir = await mkdtemp(join(tmpdir(), "slipway-database-"));
  const server = await startMigrated({ dataDir });
  const db = createDatabase({ url: server.url, connectionsMax: 10, onError: () => undefined });
  return {
    url: server.url,
    db,
    async stop() {
      await db.$client.end();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
