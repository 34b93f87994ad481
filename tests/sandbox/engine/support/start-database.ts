import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "@/sandbox/postgres/start-postgres";

export type TestDatabase = { url: string; stop(): Promise<void> };

/** A real PostgreSQL of its own in a folder of its own. */
export async function startDatabase(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), "engine-test-"));
  const server = await startPostgres({ dataDir, password: "test" });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
