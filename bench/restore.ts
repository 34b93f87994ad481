import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readEnv } from "@/lib/env";
import { createBackup } from "@/sandbox/backup/create-backup";
import { restoreBackup } from "@/sandbox/backup/restore-backup";
import { startTestDatabase } from "../tests/setup/database/postgres";
import { seedMarket } from "./seed-market";

/**
 * Times a backup and a restore of a database with many tokens and trades.
 * `npx tsx bench/restore.ts --tokens 100000 --trades 1000000`
 */
const { values } = parseArgs({
  options: {
    tokens: { type: "string", default: "100000" },
    trades: { type: "string", default: "1000000" },
  },
});
const tokens = Number(values.tokens);
const trades = Number(values.trades);

const database = await startTestDatabase();
const empty = await startTestDatabase();
const folder = await mkdtemp(join(tmpdir(), "slipway-restore-"));
const envOf = (name: string, url: string) =>
  readEnv({ DATA_DIR: join(folder, name), DATABASE_URL: url });
try {
  await seedMarket(database.db, { chainId: 8453, tokens, trades, holders: 20 });
  await database.db.$client.query("vacuum analyze");
  const backup = join(folder, "backup");
  const startedAt = performance.now();
  const { tables } = await createBackup({
    env: envOf("from", database.url),
    root: process.cwd(),
    databaseUrl: database.url,
    place: { kind: "folder", folder: backup },
    withSecrets: false,
  });
  const backedUpAt = performance.now();
  await restoreBackup({
    env: envOf("to", empty.url),
    root: process.cwd(),
    place: { kind: "folder", folder: backup },
    isForced: false,
  });
  const sum = (of: (table: (typeof tables)[number]) => number) =>
    tables.reduce((total, table) => total + of(table), 0);
  const report = {
    tokens,
    trades,
    rows: sum(({ rows }) => rows),
    megabytes: Math.round(sum(({ file }) => file.bytes) / 1e6),
    backupSeconds: Number(((backedUpAt - startedAt) / 1000).toFixed(1)),
    restoreSeconds: Number(((performance.now() - backedUpAt) / 1000).toFixed(1)),
  };
  process.stdout.write(`${JSON.stringify(report)}\n`);
} finally {
  await Promise.all([database.stop(), empty.stop()]);
  await rm(folder, { recursive: true, force: true });
}
