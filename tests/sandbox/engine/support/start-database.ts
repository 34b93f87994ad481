import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "@/sandbox/postgres/start-postgres";

export type TestDatabase = {
  url: string;
  /** Kills the server with SIGKILL, then starts a new one on the same data and port. */
  crash(): Promise<void>;
  stop(): Promise<void>;
};

/** A new PostgreSQL in a separate folder. */
export async function startDatabase(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), "engine-test-"));
  let server = await startPostgres({ dataDir, password: "test" });
  return {
    url: server.url,
    async crash() {
      process.kill(server.pid, "SIGKILL");
      await server.exited;
      server = await startPostgres({ dataDir, password: "test", preferredPort: server.port });
    },
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
