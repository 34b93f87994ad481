import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { createContext, type ServiceContext } from "@/lib/context";
import { readEnv } from "@/lib/env";
import { startTestDatabase } from "../../../setup/postgres";

/** The value of `WALLET_SEED_KEY` from a digit. */
export const keyOf = (digit: string) => `0x${digit.repeat(64)}`;

/** The identity of most tests. */
export const ADA = { type: "email", id: "ada@example.com" } as const;

/** Web servers with a disk each and one database. */
export async function startInstallation() {
  const database = await startTestDatabase();
  const root = mkdtempSync(join(tmpdir(), "slipway-installation-"));
  return {
    ...database,
    root,
    dataDir: (name: string) => join(root, name),
    /** @param variables further variables; an empty text unsets one */
    node(name: string, variables: Record<string, string> = {}): ServiceContext {
      return createContext(
        readEnv({
          LOG_LEVEL: "silent",
          DATA_DIR: join(root, name),
          DATABASE_URL: database.url,
          SERVER_WALLET_PRIVATE_KEY: keyOf("1"),
          WALLET_SEED_KEY: keyOf("2"),
          INNGEST_EVENT_KEY: "unused",
          INNGEST_SIGNING_KEY: "unused",
          REDIS_URL: "redis://127.0.0.1:9",
          ...variables,
        }),
      );
    },
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
