import {
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createDatabase } from "@/lib/drivers/db/create-database";
import { migrate } from "@/lib/drivers/db/migrate";
import { readEnv } from "@/lib/env";
import { createOutbox } from "@/lib/features/outbox/store/create-outbox";
import type { BackupPlace } from "@/sandbox/backup/backup-place";
import { createBackup } from "@/sandbox/backup/create-backup";
import { restoreBackup } from "@/sandbox/backup/restore-backup";
import { fenceDatabase } from "@/sandbox/backup/restore-database";
import { createEarlierDatabase, MIGRATIONS } from "../setup/database/earlier-database";
import { startTestDatabase } from "../setup/database/postgres";

const ROOT = process.cwd();
/** In a file, where earlier versions stored it. */
const SEED = "the encrypted seed";

let server: Awaited<ReturnType<typeof startTestDatabase>>;
let folder: string;
let backup: string;

const inFolder = (path: string): BackupPlace => ({ kind: "folder", folder: path });

/** The environment of a machine with its own data folder. */
function envOf(machine: string, databaseUrl: string) {
  return readEnv({
    DATA_DIR: join(folder, machine),
    DATABASE_URL: databaseUrl,
    WALLET_SEED_KEY: `0x${"22".repeat(32)}`,
  });
}

function optionsOf(databaseUrl: string) {
  return { databaseUrl, root: ROOT, realms: envOf("none", databaseUrl) };
}

async function createEmptyDatabase(name: string): Promise<string> {
  await query(server.url, `create database ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function relayedIds(url: string): Promise<string[]> {
  const db = createDatabase({ url, connectionsMax: 1, onError: () => undefined });
  const ids: string[] = [];
  try {
    const outbox = createOutbox(db, url, () => new Date());
    await outbox.relay(async (events) => void ids.push(...events.map(({ id }) => id)));
  } finally {
    await db.$client.end();
  }
  return ids;
}

/** An installation with users, open and signed transactions, an event and files. */
beforeAll(async () => {
  server = await startTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "slipway backup "));
  backup = join(folder, "backup");
  const wallet = `'\\x${"aa".repeat(20)}'`;
  await query(
    server.url,
    `insert into account.accounts (id, realm, created_at) values ('a', 'live', now());
     insert into account.sessions (id, realm, account_id, authenticated_at, expires_at)
     values ('s', 'live', 'a', now(), now() + interval '1 day');
     insert into account.link_requests (account_id, type, expires_at)
     values ('a', 'wallet', now() + interval '1 day');
     insert into account.link_intents (account_id, type, expires_at)
     values ('a', 'wallet', now() + interval '1 day');
     insert into launch.managed_wallets (realm, type, identity, seed_id, address, created_at)
     values ('live', 'email', E'tab\\tnew\\nline@example.com', 'seed', ${wallet}, now()),
       ('live', 'email', 'ünï@example.com', 'seed', null, now());
     insert into launch.transactions (id, kind, chain, state, payload, realm, chain_realm, created_at,
       touched_at) values
       ('launch', 'launch', 'base', 'waiting', '{"name": "a \\\\N \\"b\\"", "tokenUri": "ipfs://metadata"}',
         'live', 'live', now(), now()),
       ('prepared', 'prepared_launch', 'base', 'completed', '{"tokenUri": "ipfs://prepared"}',
         'live', 'live', now(), now()),
       ('expired', 'prepared_launch', 'base', 'failed', '{"tokenUri": "ipfs://expired"}',
         'live', 'live', now(), now()),
       ('unsigned', 'withdrawal', 'base', 'active', '{}', 'live', 'live', now(), now()),
       ('unsigned trade', 'trade', 'base', 'active', '{}', 'live', 'live', now(), now()),
       ('signed', 'withdrawal', 'base', 'active', '{}', 'live', 'live', now(), now());
     insert into launch.signed_transactions (realm, hash, chain_id, wallet, nonce, operation_id,
       raw_transaction, max_fee_per_gas, created_at)
     values ('live', '\\x01', 8453, ${wallet}, 0, 'signed', '\\x02', 1, now());
     insert into media.assets (kind, key, size_bytes, is_settled, created_at) values
       ('content', 'shown', 1, true, now()), ('content', 'removed', 1, true, now()),
       ('video', 'clip', 1, true, now());
     insert into moderation.pictures (digest, cid, reason, fingerprints, at)
     values ('digest', 'removed', 'illegal', '', now());
     insert into launch.outbox (name, data, created_at) values ('transaction/accepted', '{}', now())`,
  );
  const dataDir = join(folder, "first");
  await mkdir(join(dataDir, "wallets/live"), { recursive: true });
  await mkdir(join(dataDir, "logs"));
  await mkdir(join(dataDir, "ipfs/a"), { recursive: true });
  await writeFile(join(dataDir, "wallets/live/seed.json"), SEED);
  await writeFile(join(dataDir, "ipfs/a/block"), Buffer.from([0, 255, 10]));
  await writeFile(join(dataDir, "secrets.json"), '{"postgresPassword": "first"}');
  await writeFile(join(dataDir, "ports.json"), "{}");
  await writeFile(join(dataDir, "logs/web.log"), "a line");
  const env = envOf("first", server.url);
  await createBackup({
    env,
    root: ROOT,
    databaseUrl: server.url,
    place: inFolder(backup),
    withSecrets: false,
  });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("backup and restore", () => {
  it("restores every row and file into an empty installation", async () => {
    const url = await createEmptyDatabase("restored");
    const env = envOf("second", url);
    const { fenced } = await restoreBackup({
      env,
      root: ROOT,
      place: inFolder(backup),
      isForced: false,
    });
    expect(fenced).toEqual({ epoch: 2, failed: 2, requeued: 2 });
    for (const table of ["managed_wallets", "signed_transactions", "outbox"]) {
      const rows = `select * from launch.${table} order by 1`;
      expect(await query(url, rows), table).toEqual(await query(server.url, rows));
    }
    expect(await query(url, "select id, payload, state from launch.transactions")).toEqual(
      expect.arrayContaining([
        {
          id: "launch",
          payload: { name: 'a \\N "b"', tokenUri: "ipfs://metadata" },
          state: "waiting",
        },
        { id: "unsigned", payload: {}, state: "failed" },
        { id: "signed", payload: {}, state: "active" },
      ]),
    );
    expect(await query(url, "select sum(bytes) as bytes from media.usage_changes")).toEqual(
      await query(server.url, "select sum(size_bytes) as bytes from media.assets"),
    );
    const seed = await readFile(join(env.dataDir, "wallets/live/seed.json"), "utf8");
    expect(seed).toBe(SEED);
    expect(await readFile(join(env.dataDir, "ipfs/a/block"))).toEqual(Buffer.from([0, 255, 10]));
    expect((await readdir(env.dataDir)).sort()).toEqual(["ipfs", "wallets"]);
  });

  it.runIf(process.getuid?.() === 0)(
    "gives what root restores to the owner of the data folder",
    async () => {
      const url = await createEmptyDatabase("owned");
      const env = envOf("owned", url);
      const owner = 65_534;
      await mkdir(join(env.dataDir, "ipfs"), { recursive: true });
      await writeFile(join(env.dataDir, "ipfs/of-another"), "", { mode: 0o600 });
      await chown(join(env.dataDir, "ipfs/of-another"), 1, 1);
      await chown(env.dataDir, owner, owner);
      await restoreBackup({ env, root: ROOT, place: inFolder(backup), isForced: false });
      const names = await readdir(env.dataDir, { recursive: true });
      const owners = await Promise.all(
        names.sort().map(async (name) => [name, (await stat(join(env.dataDir, name))).uid]),
      );
      expect(owners).toEqual([
        ["ipfs", owner],
        ["ipfs/a", owner],
        ["ipfs/a/block", owner],
        ["ipfs/of-another", 1],
        ["wallets", owner],
        ["wallets/live", owner],
        ["wallets/live/seed.json", owner],
      ]);
    },
  );

  it("has the indexes and constraints of a migrated database", async () => {
    const url = await createEmptyDatabase("compared");
    await restoreBackup({
      env: envOf("compared", url),
      root: ROOT,
      place: inFolder(backup),
      isForced: false,
    });
    const shape = `select schemaname, indexname, indexdef from pg_indexes
      where schemaname in ('account', 'launch', 'market', 'media') order by 1, 2`;
    expect(await query(url, shape)).toEqual(await query(server.url, shape));
  });

  it("never gives a number or an event id away twice, and signs everyone out", async () => {
    const url = await createEmptyDatabase("fenced");
    await restoreBackup({
      env: envOf("fenced", url),
      root: ROOT,
      place: inFolder(backup),
      isForced: false,
    });
    const [wallet] = await query(
      url,
      `insert into launch.managed_wallets (realm, type, identity, seed_id, created_at)
       values ('live', 'email', 'later@example.com', 'seed', now()) returning index`,
    );
    expect(wallet?.index).toBeGreaterThan(1_000_000);
    for (const table of ["sessions", "link_requests", "link_intents"]) {
      expect(await query(url, `select 1 from account.${table}`), table).toEqual([]);
    }
    const [before] = await relayedIds(server.url);
    const [after] = await relayedIds(url);
    expect(before).toMatch(/-1-1$/);
    expect(after).toBe(before?.replace(/-1-1$/, "-2-1"));
    expect(await fenceDatabase(optionsOf(url))).toMatchObject({ epoch: 3 });
  });

  it("migrates a database that another tool restored from an earlier release, then makes it safe", async () => {
    const url = await createEarlierDatabase({
      server: server.url,
      name: "recovered",
      before: "0033",
    });
    await query(
      url,
      `insert into launch.transactions (id, kind, chain, state, payload, realm, chain_realm, created_at, touched_at)
       values ('sent before', 'withdrawal', 'base', 'active', '{}', 'live', 'live', now(), now())`,
    );
    const fenced = await fenceDatabase(optionsOf(url));
    expect(fenced).toMatchObject({ epoch: 2, failed: 1 });
    expect(await query(url, "select state from launch.transactions")).toEqual([
      { state: "failed" },
    ]);
    expect(await query(url, "select 1 from admin.sessions")).toEqual([]);
  });

  it("does not create tables in a database that has none of Slipway", async () => {
    const url = await createEmptyDatabase("not_ours");
    await expect(fenceDatabase(optionsOf(url))).rejects.toThrow("The database is not migrated");
    expect(await query(url, "select 1 from pg_namespace where nspname = 'launch'")).toEqual([]);
  });

  it("records the time of the newest one, for the metric of its age", async () => {
    const [row] = await query(
      server.url,
      "select now() - taken_at < interval '1 hour' as recent from storage.backups",
    );
    expect(row).toEqual({ recent: true });
  });

  it("has the IPFS node publish uploads and metadata again, but nothing that was removed", async () => {
    const url = await createEmptyDatabase("ipfs_node");
    const env = { ...envOf("ipfs-node", url), KUBO_RPC_URL: "http://kubo.invalid:5001" };
    await restoreBackup({ env, root: ROOT, place: inFolder(backup), isForced: false });
    const published = await query(
      url,
      "select key, change from media.content_changes order by key",
    );
    expect(published).toEqual([
      { key: "metadata", change: "publish" },
      { key: "prepared", change: "publish" },
      { key: "shown", change: "publish" },
    ]);
  });

  it("does not replace data or files without --force, and moves replaced files aside", async () => {
    const env = envOf("first", server.url);
    const again = { env, root: ROOT, place: inFolder(backup) };
    const fresh = envOf("fresh", server.url);
    await expect(restoreBackup({ ...again, env: fresh, isForced: false })).rejects.toThrow(
      "The database is not empty",
    );
    expect(await readdir(fresh.dataDir)).toEqual([]);
    await expect(restoreBackup({ ...again, isForced: false })).rejects.toThrow(
      "The database is not empty",
    );
    await writeFile(join(env.dataDir, "wallets/live/seed.json"), "another seed");
    await expect(restoreBackup({ ...again, isForced: false })).rejects.toThrow(
      "other versions of 1 files, such as wallets/live/seed.json",
    );
    const { replaced } = await restoreBackup({ ...again, isForced: true });
    expect(await readFile(join(replaced ?? "", "wallets/live/seed.json"), "utf8")).toBe(
      "another seed",
    );
    expect(await readFile(join(env.dataDir, "wallets/live/seed.json"), "utf8")).toBe(SEED);
  });

  it("refuses while a server is connected", async () => {
    const url = await createEmptyDatabase("busy");
    const env = envOf("busy", url);
    const db = createDatabase({ url, connectionsMax: 1, onError: () => undefined });
    try {
      await db.$client.query("select 1");
      const restored = restoreBackup({
        env,
        root: ROOT,
        place: inFolder(backup),
        isForced: true,
      });
      await expect(restored).rejects.toThrow("Stop all web servers and indexers first");
      expect(await readdir(env.dataDir)).toEqual([]);
    } finally {
      await db.$client.end();
    }
  });

  it("rejects a damaged, incomplete or foreign backup before it changes anything", async () => {
    const url = await createEmptyDatabase("untouched");
    const env = envOf("untouched", url);
    const restoreFrom = async (change: (copy: string) => Promise<void>) => {
      const copy = await mkdtemp(join(folder, "copy-"));
      await cp(backup, copy, { recursive: true });
      await change(copy);
      return restoreBackup({ env, root: ROOT, place: inFolder(copy), isForced: true });
    };
    const table = "database/launch.transactions.copy.gz";
    await expect(
      restoreFrom(async (copy) => {
        const bytes = await readFile(join(copy, table));
        bytes[20] = (bytes[20] ?? 0) ^ 1;
        await writeFile(join(copy, table), bytes);
      }),
    ).rejects.toThrow(`${table} is damaged`);
    await expect(restoreFrom((copy) => rm(join(copy, "data/ipfs/a/block")))).rejects.toThrow(
      "data/ipfs/a/block is missing",
    );
    await expect(restoreFrom((copy) => rm(join(copy, "manifest.json")))).rejects.toThrow(
      "not a complete backup",
    );
    await expect(
      restoreFrom(async (copy) => {
        const path = join(copy, "manifest.json");
        const text = await readFile(path, "utf8");
        await writeFile(path, text.replace(/"when": \d+/, '"when": 9999999999999'));
      }),
    ).rejects.toThrow("a migration that this version of Slipway does not have");
    await expect(
      restoreFrom(async (copy) => {
        const path = join(copy, "manifest.json");
        const text = await readFile(path, "utf8");
        await writeFile(path, text.replace("data/ipfs/a/block", "data/../../outside"));
      }),
    ).rejects.toThrow("is damaged");
    expect(await query(url, "select 1 from pg_namespace where nspname = 'launch'")).toEqual([]);
    expect(await readdir(env.dataDir).catch(() => [])).toEqual([]);
  });

  it("writes nothing into a folder with files, and keys only when asked", async () => {
    const env = envOf("first", server.url);
    const options = { env, root: ROOT, databaseUrl: server.url };
    await expect(
      createBackup({ ...options, place: inFolder(backup), withSecrets: false }),
    ).rejects.toThrow("is not empty");
    expect(await readdir(join(backup, "data"))).not.toContain("secrets.json");
    const whole = join(folder, "with-secrets");
    await createBackup({ ...options, place: inFolder(whole), withSecrets: true });
    expect(await readdir(join(whole, "data"))).toContain("secrets.json");
  });

  it("does not start while another one of the same database runs", async () => {
    const env = envOf("first", server.url);
    const options = { env, root: ROOT, databaseUrl: server.url, withSecrets: false };
    const places = ["one", "other"].map((name) => join(folder, "at-once", name));
    const results = await Promise.allSettled(
      places.map((place) => createBackup({ ...options, place: inFolder(place) })),
    );
    const errors = results.flatMap((result) =>
      result.status === "rejected" ? [String(result.reason)] : [],
    );
    expect(errors).toEqual([expect.stringContaining("Another backup of this database is running")]);
    expect(await readdir(join(folder, "at-once"))).toHaveLength(1);
    await createBackup({ ...options, place: inFolder(join(folder, "at-once", "later")) });
  });

  it("leaves out backups below the data folder, also the one that it writes, and folders of the file system", async () => {
    const env = envOf("holds-backups", server.url);
    const parent = join(env.dataDir, "backups");
    await mkdir(join(parent, "interrupted.unfinished/data"), { recursive: true });
    await writeFile(join(parent, "interrupted.unfinished/data/block"), "");
    await mkdir(join(env.dataDir, "ipfs"));
    await writeFile(join(env.dataDir, "ipfs/manifest.json"), "{}");
    await writeFile(join(parent, "note.txt"), "");
    // The file system creates them on disks, and only root can read them.
    for (const path of [env.dataDir, parent]) {
      await mkdir(join(path, "lost+found"));
      await writeFile(join(path, "lost+found/#12"), "");
    }
    const options = { env, root: ROOT, databaseUrl: server.url, withSecrets: false };
    for (const name of ["first", "second"]) {
      const { files } = await createBackup({ ...options, place: inFolder(join(parent, name)) });
      expect(files.map(({ path }) => path)).toEqual([
        "data/backups/note.txt",
        "data/ipfs/manifest.json",
      ]);
    }
  });

  it("has what is behind links of the data folder, and restores it", async () => {
    const env = envOf("linked", server.url);
    const disk = join(folder, "another-disk");
    await mkdir(join(disk, "ipfs/b"), { recursive: true });
    await writeFile(join(disk, "ipfs/b/block"), "far");
    await writeFile(join(disk, "seed.json"), SEED);
    await mkdir(join(env.dataDir, "wallets"), { recursive: true });
    await symlink(join(disk, "ipfs"), join(env.dataDir, "ipfs"));
    await symlink(join(disk, "seed.json"), join(env.dataDir, "wallets/seed.json"));
    await symlink(join(disk, "missing"), join(env.dataDir, "cache"));
    const place = inFolder(join(folder, "of-links"));
    const options = { env, root: ROOT, databaseUrl: server.url, place, withSecrets: false };
    const { files } = await createBackup(options);
    expect(files.map(({ path }) => path)).toEqual(["data/ipfs/b/block", "data/wallets/seed.json"]);

    const restored = envOf("linked-again", await createEmptyDatabase("linked"));
    await mkdir(join(folder, "empty-disk"));
    await mkdir(restored.dataDir, { recursive: true });
    await symlink(join(folder, "empty-disk"), join(restored.dataDir, "ipfs"));
    await restoreBackup({ env: restored, root: ROOT, place, isForced: false });
    expect(await readFile(join(folder, "empty-disk/b/block"), "utf8")).toBe("far");
  });

  it.each([
    ["leads nowhere", "/nowhere/ipfs", "leads nowhere"],
    ["leads to a folder that contains it", "..", "contains it"],
  ])("stops at a link that %s, and names it", async (_, to, text) => {
    const env = envOf("bad-link", server.url);
    await rm(env.dataDir, { recursive: true, force: true });
    await mkdir(join(env.dataDir, "ipfs"), { recursive: true });
    await symlink(to, join(env.dataDir, "ipfs/link"));
    const place = inFolder(join(folder, "of-bad-link"));
    const options = { env, root: ROOT, databaseUrl: server.url, place, withSecrets: false };
    await expect(createBackup(options)).rejects.toThrow(
      new RegExp(`${join(env.dataDir, "ipfs/link")}.*${text}`),
    );
  });

  it("restores a backup of an earlier schema and migrates it", async () => {
    const earlier = await createEarlierDatabase({
      server: server.url,
      name: "earlier",
      before: "0025",
    });
    const old = join(folder, "earlier-backup");
    await createBackup({
      env: envOf("none", earlier),
      root: ROOT,
      databaseUrl: earlier,
      place: inFolder(old),
      withSecrets: false,
    });
    const url = await createEmptyDatabase("migrated");
    await restoreBackup({
      env: envOf("migrated", url),
      root: ROOT,
      place: inFolder(old),
      isForced: false,
    });
    const applied = "select count(*)::int as count from drizzle.__drizzle_migrations";
    const current = await createEmptyDatabase("current");
    await migrate(current, MIGRATIONS);
    expect(await query(url, applied)).toEqual(await query(current, applied));
  });

  it("backs up a database that a later release migrated, with its new schemas", async () => {
    const url = await createEmptyDatabase("returned");
    await migrate(url, MIGRATIONS);
    const root = await createLaterRelease();
    await migrate(url, join(root, MIGRATIONS));
    await query(url, "insert into later.notes (id) values (1), (2)");
    const place = inFolder(join(folder, "returned-backup"));
    const options = { env: envOf("returned", url), databaseUrl: url, place };
    await createBackup({ ...options, root: ROOT, withSecrets: false });

    const restored = await createEmptyDatabase("restored_by_later");
    const restore = { env: envOf("restored-by-later", restored), place, isForced: false };
    await expect(restoreBackup({ ...restore, root: ROOT })).rejects.toThrow(
      "a migration that this version of Slipway does not have",
    );
    await restoreBackup({ ...restore, root });
    expect(await query(restored, "select id from later.notes order by id")).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
    // With --force the older release replaces all of it, so that a second update can migrate again.
    await restoreBackup({ ...restore, place: inFolder(backup), root: ROOT, isForced: true });
    await migrate(restored, join(root, MIGRATIONS));
    expect(await query(restored, "select id from later.notes")).toEqual([]);
  });
});

/** The folder of a release with one more migration, which creates a schema. */
async function createLaterRelease(): Promise<string> {
  const root = join(folder, "later-release");
  await cp(MIGRATIONS, join(root, MIGRATIONS), { recursive: true });
  await cp("package.json", join(root, "package.json"));
  const meta = join(root, MIGRATIONS, "meta");
  const journal = z
    .looseObject({ entries: z.array(z.looseObject({ when: z.number(), tag: z.string() })) })
    .parse(JSON.parse(await readFile(join(meta, "_journal.json"), "utf8")));
  const last = journal.entries.at(-1);
  if (last === undefined) throw new Error("There are no migrations");
  const added = { ...last, when: last.when + 1, tag: "9999_later" };
  await writeFile(
    join(meta, "_journal.json"),
    JSON.stringify({ ...journal, entries: [...journal.entries, added] }),
  );
  const snapshot = z
    .looseObject({ schemas: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile(join(meta, `${last.tag.slice(0, 4)}_snapshot.json`), "utf8")));
  await writeFile(
    join(meta, "9999_snapshot.json"),
    JSON.stringify({ ...snapshot, schemas: { ...snapshot.schemas, later: "later" } }),
  );
  await writeFile(
    join(root, MIGRATIONS, "9999_later.sql"),
    "create schema later;\n--> statement-breakpoint\ncreate table later.notes (id int primary key);",
  );
  return root;
}
