import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createDatabaseCheck } from "@/lib/drivers/db/check-database";
import { createDatabase as openPool } from "@/lib/drivers/db/create-database";
import { migrate } from "@/lib/drivers/db/migrate";
import journal from "@/lib/drivers/db/migrations/meta/_journal.json" with { type: "json" };
import { readSchema } from "@/lib/drivers/db/read-schema";
import { NEWEST_MIGRATION, oldestServerOf, RELEASES } from "@/lib/drivers/db/schema-steps";
import { SERVER_NAME } from "@/lib/drivers/db/server-name";
import { childEnv } from "@/lib/env";
import { toAppError } from "@/lib/shared/errors";
import { startPostgres } from "@/sandbox/postgres/start-postgres";
import { bundleProgram } from "../../setup/bundle";
import { addMigrations } from "../../setup/database/add-migration";
import { findBreaks } from "../../setup/database/compare-schemas";
import { createEarlierDatabase, MIGRATIONS } from "../../setup/database/earlier-database";

const EXPAND = 'alter table "launch"."managed_wallets" add column "later" text';
const FIRST_RELEASE = RELEASES[0]?.migration ?? "";

let dataDir: string;
let server: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "slipway-update-"));
  server = await startPostgres({ dataDir, password: "test" });
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function connect(url: string, name = "test"): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function createDatabase(name: string): Promise<string> {
  const client = await connect(server.url);
  await client.query(`create database ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

const createEarlier = (name: string, before: string) =>
  createEarlierDatabase({ server: server.url, name, before });

async function folderWith(...statements: string[]): Promise<string> {
  const folder = await addMigrations(...statements);
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function appliedOf(url: string): Promise<string[]> {
  const { rows } = await (await connect(url)).query<{ at: string }>(
    "select created_at::text as at from drizzle.__drizzle_migrations order by id",
  );
  return rows.map(({ at }) => at);
}

describe("processes that migrate at once", () => {
  const all = journal.entries.map(({ when }) => String(when));

  it.each([
    ["a new database", () => createDatabase("new_twice")],
    ["a database of an earlier version", () => createEarlier("earlier_twice", "0020")],
  ])("apply each migration once to %s, and all succeed", async (_, create) => {
    const url = await create();
    const program = await bundleProgram("lib/commands/migrate.ts");
    const runs = Array.from({ length: 3 }, async () => {
      const child = spawn(process.execPath, [program], {
        env: childEnv({ DATABASE_URL: url, NODE_ENV: "production" }),
        stdio: ["ignore", "pipe", "inherit"],
      });
      const code = new Promise((resolve) => child.once("close", resolve));
      return { output: await text(child.stdout), code: await code };
    });
    for (const { code, output } of await Promise.all(runs)) {
      expect(output).toContain("database is up to date");
      expect(code).toBe(0);
    }
    expect(await appliedOf(url)).toEqual(all);
  });
});

describe("a migration", () => {
  it("does not hold up requests while it waits for a table that is in use", async () => {
    const url = await createDatabase("in_use");
    await migrate(url, MIGRATIONS);
    // As a backup does.
    const backup = await connect(url);
    await backup.query("begin; select from launch.managed_wallets");
    let tries = 0;
    const migrated = migrate(url, await folderWith(EXPAND), undefined, () => {
      tries += 1;
    });
    const reader = await connect(url);
    await reader.query("set statement_timeout = 60000");
    await expect.poll(() => tries).toBeGreaterThan(0);
    // Without a limit it would wait for the migration, which waits for the backup.
    await reader.query("select from launch.managed_wallets");
    const missing = 'column "later" does not exist';
    await expect(reader.query("select later from launch.managed_wallets")).rejects.toThrow(missing);
    await backup.query("commit");
    await migrated;
    await reader.query("select later from launch.managed_wallets");
  });
});

describe("servers of an earlier release", () => {
  it("may start on schemas that later releases have only expanded", async () => {
    const url = await createDatabase("expanded");
    await migrate(url, MIGRATIONS);
    await migrate(url, await folderWith(EXPAND));
    await migrate(url, await folderWith(EXPAND, EXPAND.replace("later", "much_later")));
    expect(await appliedOf(url)).toHaveLength(journal.entries.length + 2);
    expect(await readSchema(await connect(url))).toEqual({ state: "ahead", isSupported: true });
    expect(await createDatabaseCheck({ url, onError: () => undefined })()).toBe("ok");
  });

  it("report a database that accepts no changes, as a former primary", async () => {
    const url = await createDatabase("read_only");
    await migrate(url, MIGRATIONS);
    const check = createDatabaseCheck({ url, onError: () => undefined });
    expect(await check()).toBe("ok");
    const { pathname } = new URL(url);
    const name = pathname.slice(1);
    const admin = await connect(url);
    await admin.query(`alter database ${name} set default_transaction_read_only = on`);
    const later = createDatabaseCheck({ url, onError: () => undefined });
    expect(await later()).toBe("read_only");
    const refused = (await connect(url)).query("create table x ()");
    const error: unknown = await refused.catch((thrown: unknown) => thrown);
    expect(toAppError(error).code).toBe("dependency_unavailable");
  });

  it("close connections to a former primary, so that the next ones reach the new one", async () => {
    const url = await createDatabase("former_primary");
    await migrate(url, MIGRATIONS);
    const admin = await connect(server.url);
    await admin.query("alter database former_primary set default_transaction_read_only = on");
    const check = createDatabaseCheck({ url, onError: () => undefined });
    const db = openPool({ url, connectionsMax: 1, onError: () => undefined });
    onTestFinished(() => db.$client.end());
    const write = () => db.transaction((tx) => tx.execute(sql`create table written ()`));
    expect(await check()).toBe("read_only");
    await expect(write()).rejects.toThrow();
    // Sessions that exist keep the setting, as those of a former primary.
    await admin.query("alter database former_primary reset default_transaction_read_only");
    await write();
    expect(await check()).toBe("ok");
    expect(db.$client.options.maxLifetimeSeconds).toBe(300);
  });

  it("may not start once a migration has removed what they use", async () => {
    const url = await createEarlier("removed", "0020");
    await migrate(url, MIGRATIONS);
    const { rows } = await (await connect(url)).query<{ oldest: string }>(
      "select previous_migration as oldest from launch.schema_state",
    );
    const first = journal.entries.find(({ tag }) => tag === FIRST_RELEASE);
    expect(rows).toEqual([{ oldest: String(first?.when) }]);
  });

  it.each(["slipway", "slipway/0020_address-bytes"])(
    "are not cut off: nothing is migrated while %s is connected",
    async (name) => {
      const url = await createEarlier(`connected_${name.length}`, "0020");
      const old = new pg.Client({ connectionString: url, application_name: name });
      await old.connect();
      const before = await appliedOf(url);
      await expect(migrate(url, MIGRATIONS)).rejects.toThrow(
        /Servers of an older release are running \(1 database connections\).* Stop all web servers/,
      );
      expect(await appliedOf(url)).toEqual(before);
      await old.end();
      await expect.poll(() => migrate(url, MIGRATIONS).then(() => "migrated")).toBe("migrated");
    },
  );

  it("do not count when they know the newer schema", async () => {
    const url = await createEarlier("prepared", "0020");
    expect(SERVER_NAME).toBe(`slipway/${NEWEST_MIGRATION.tag}`);
    await connect(url, SERVER_NAME);
    await migrate(url, MIGRATIONS);
    expect(await appliedOf(url)).toHaveLength(journal.entries.length);
  });
});

describe("the schema of this release", () => {
  const oldest = oldestServerOf(journal.entries.filter(({ tag }) => tag > FIRST_RELEASE));
  const supported = RELEASES.filter(({ migration }) => migration >= (oldest?.tag ?? ""));

  it.each(supported)("has everything that servers of $version use", async ({ migration }) => {
    const next = journal.entries.find(({ tag }) => tag > migration)?.tag.slice(0, 4) ?? "9999";
    const before = await connect(await createEarlier(`release_${migration.slice(0, 4)}`, next));
    const url = await createDatabase(`release_${migration.slice(0, 4)}_updated`);
    await migrate(url, MIGRATIONS);
    expect(await findBreaks(before, await connect(url))).toEqual([]);
  });

  const changes: [statement: string, found: string | null][] = [
    ["alter table launch.nonces rename column wallet to owner", "launch.nonces.wallet is gone"],
    ["alter table launch.nonces alter column next type numeric", "launch.nonces.next is numeric"],
    ["alter table launch.nonces add column later text not null", "later is required"],
    ["create unique index later on launch.nonces (wallet)", "new: launch.nonces"],
    ["drop index launch.managed_wallets_identity", "gone: launch.managed_wallets"],
    ["alter table launch.nonces add check (next > 5)", "new: launch.nonces: CHECK"],
    ["do $$ begin drop table launch.nonces; end $$", "launch.nonces.wallet is gone"],
    [EXPAND, null],
  ];
  it("is compared by columns, constraints and unique indexes", async () => {
    const databases = ["compared", "changed"].map(async (name) => {
      const url = await createDatabase(name);
      await migrate(url, MIGRATIONS);
      return connect(url);
    });
    const [before, after] = await Promise.all(databases);
    if (before === undefined || after === undefined) throw new Error("two databases");
    for (const [statement, found] of changes) {
      await after.query("begin");
      await after.query(statement);
      const breaks = await findBreaks(before, after);
      await after.query("rollback");
      if (found === null) expect(breaks, statement).toEqual([]);
      else expect(breaks.join("\n"), statement).toContain(found);
    }
  });
});

it("a contract step names the oldest server that may run", () => {
  const [expand, contract, other] = [NEWEST_MIGRATION.tag, "9998_contract", "9999_expand"];
  const steps = [{ migration: contract, needs: expand, reason: "a test" }];
  const applied = (...tags: string[]) => tags.map((tag, when) => ({ tag, when }));
  expect(oldestServerOf(applied(other), steps)).toBeNull();
  expect(oldestServerOf(applied(contract, other), steps)?.tag).toBe(expand);
  expect(oldestServerOf(applied("0003_payouts", other), steps)?.tag).toBe(FIRST_RELEASE);
});
