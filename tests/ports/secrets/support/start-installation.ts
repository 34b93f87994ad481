import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { createContext, type ServiceContext } from "@/lib/context";
import { type Env, readEnv } from "@/lib/env";
import { startTestDatabase } from "@/tests/setup/database/postgres";

/** The value of `WALLET_SEED_KEY` from a digit. */
export const keyOf = (digit: string) => `0x${digit.repeat(64)}`;

/** The identity of most tests. */
export const ADA = { type: "email", id: "ada@example.com" } as const;

/** Web servers with a disk each and one database. */
export async function startInstallation() {
  const database = await startTestDatabase();
  const root = mkdtempSync(join(tmpdir(), "slipway-installation-"));
  /** The environment of a web server with its own disk. */
  function variables(name: string, changes: Record<string, string> = {}): Env {
    return readEnv({
      LOG_LEVEL: "silent",
      DATA_DIR: join(root, name),
      DATABASE_URL: database.url,
      SERVER_WALLET_PRIVATE_KEY: keyOf("1"),
      WALLET_SEED_KEY: keyOf("2"),
      INNGEST_EVENT_KEY: "unused",
      INNGEST_SIGNING_KEY: "unused",
      REDIS_URL: "redis://127.0.0.1:9",
      ...changes,
    });
  }
  return {
    ...database,
    root,
    dataDir: (name: string) => join(root, name),
    variables,
    node: (name: string, changes: Record<string, string> = {}): ServiceContext =>
      createContext(variables(name, changes)),
    /** Forgets all secrets and wallets. */
    async reset() {
      await database.db.execute(
        sql`truncate launch.secrets, launch.wallet_seeds, launch.managed_wallets`,
      );
      rmSync(root, { recursive: true, force: true });
    },
    async stop() {
      await database.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
export type Installation = Awaited<ReturnType<typeof startInstallation>>;
