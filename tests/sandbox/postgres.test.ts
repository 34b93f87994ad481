import { spawn } from "node:child_process";
import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clusterFolder } from "@/sandbox/postgres/cluster-folder";
import { postgresAccount } from "@/sandbox/postgres/postgres-account";
import { type PostgresServer, startPostgres } from "@/sandbox/postgres/start-postgres";
import { isAlive } from "@/sandbox/process/process-info";

const PASSWORD = "a password with spaces & signs";

let dataDir: string;
let servers: PostgresServer[] = [];

beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), "slipway pg ")), ".data");
  // mkdtemp creates 0700, which another account cannot traverse; a separate test covers that.
  await chmod(join(dataDir, ".."), 0o755);
});

afterEach(async () => {
  for (const server of servers) await server.stop();
  servers = [];
  await rm(join(dataDir, ".."), { recursive: true, force: true });
});

async function start(options: Partial<Parameters<typeof startPostgres>[0]> = {}) {
  const server = await startPostgres({ dataDir, password: PASSWORD, ...options });
  servers.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test("creates the database on the first start and finds its data on the second", async () => {
  const first = await start();
  await query(first.url, "create table kept (n int)");
  await query(first.url, "insert into kept values (7)");
  await first.stop();
  expect(await isAlive(first.pid)).toBe(false);
  const second = await start({ preferredPort: first.port });
  expect(second.port).toBe(first.port);
  expect(second.adopted).toBe(false);
  expect(await query(second.url, "select n from kept")).toEqual([{ n: 7 }]);
});

test("requires the password and listens on loopback only", async () => {
  const server = await start();
  const wrong = server.url.replace(encodeURIComponent(PASSWORD), "wrong");
  await expect(query(wrong, "select 1")).rejects.toThrow(/password authentication failed/);
  const shown = await query(server.url, "show listen_addresses");
  expect(shown).toEqual([{ listen_addresses: "127.0.0.1" }]);
  expect(await query(server.url, "show unix_socket_directories")).toEqual([
    { unix_socket_directories: "" },
  ]);
});

test("reuses a server that outlived its supervisor, with committed rows", async () => {
  const first = await start();
  await query(first.url, "create table kept (n int)");
  await query(first.url, "insert into kept values (7)");
  const second = await start();
  expect(second.adopted).toBe(true);
  expect(second.pid).toBe(first.pid);
  expect(second.port).toBe(first.port);
  expect(await query(second.url, "select n from kept")).toEqual([{ n: 7 }]);
  await second.stop();
  await second.exited;
  expect(await isAlive(first.pid)).toBe(false);
});

test("restarts a server that ran with other settings instead of reusing it", async () => {
  const first = await start();
  const second = await start({ fsync: true });
  expect(second.adopted).toBe(false);
  expect(await isAlive(first.pid)).toBe(false);
  expect(await query(second.url, "show fsync")).toEqual([{ fsync: "on" }]);
});

test("keeps committed rows after kill -9 of the server", async () => {
  const first = await start();
  await query(first.url, "create table kept (n int)");
  await query(first.url, "insert into kept select generate_series(1, 500)");
  process.kill(first.pid, "SIGKILL");
  await first.exited;
  const second = await start();
  expect(await query(second.url, "select count(*)::int as n from kept")).toEqual([{ n: 500 }]);
});

test("starts despite a postmaster.pid whose pid belongs to another process", async () => {
  const first = await start();
  await first.stop();
  const bystander = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  try {
    const data = join(dataDir, "postgres", "data");
    const lines = [bystander.pid, data, 0, first.port, "", "127.0.0.1", "", "ready"];
    await writeFile(join(data, "postmaster.pid"), `${lines.join("\n")}\n`);
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(bystander.exitCode).toBeNull();
  } finally {
    bystander.kill("SIGKILL");
  }
});

test("creates the cluster again when its initialisation was killed", async () => {
  const folder = join(dataDir, "postgres");
  await mkdir(join(folder, "init-0123456789ab", "data", "base"), { recursive: true });
  await appendFile(join(folder, "init-0123456789ab", "data", "PG_VERSION"), "18\n");
  const server = await start();
  expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(await readdir(folder)).toEqual(["data"]);
});

test("moves a damaged cluster aside and reports it", async () => {
  const first = await start();
  await first.stop();
  await truncate(join(dataDir, "postgres", "data", "global", "pg_control"), 0);
  const second = await start();
  expect(second.notes.join()).toMatch(/set aside/);
  const names = await readdir(join(dataDir, "postgres"));
  expect(names.some((name) => name.startsWith("broken-"))).toBe(true);
});

test.runIf(process.getuid?.() === 0)(
  "stores the files outside a folder that the other account cannot access, and finds them again",
  async () => {
    await chmod(join(dataDir, ".."), 0o700);
    const first = await start();
    const note = first.notes.find((one) => one.startsWith("database files in "));
    expect(note).toBeDefined();
    const outside = note?.replace("database files in ", "") ?? "";
    try {
      await query(first.url, "create table kept (n int)");
      await first.stop();
      const second = await start();
      expect(await query(second.url, "select * from kept")).toEqual([]);
      await second.stop();
      expect(second.notes).toEqual([note]);
    } finally {
      for (const server of servers) await server.stop();
      await rm(outside, { recursive: true, force: true });
    }
  },
);

test.runIf(process.getuid?.() === 0)(
  "keeps the database of a data folder that was moved when another one starts, and names it once",
  async () => {
    const home = join(dataDir, "..");
    await chmod(home, 0o700);
    const moved = join(home, "moved");
    const other = join(home, "other");
    const folders = new Set<string>();
    const startIn = async (folder: string) => {
      const server = await start({ dataDir: folder });
      const [first = ""] = server.notes;
      folders.add(first.replace("database files in ", ""));
      return server;
    };
    try {
      const first = await startIn(dataDir);
      await query(first.url, "create table kept (n int)");
      await first.stop();
      const [outside = ""] = folders;
      await rename(dataDir, moved);
      const hourAgo = new Date(Date.now() - 3_600_000);
      await utimes(outside, hourAgo, hourAgo);
      // Neither the empty place nor a new data folder at it shows that the old one was deleted.
      for (const folder of [other, dataDir]) {
        const { notes, stop } = await startIn(folder);
        expect(notes.join("\n")).toContain(`${outside} contains a database of ${dataDir}`);
        await stop();
      }
      const again = await startIn(moved);
      expect(await query(again.url, "select * from kept")).toEqual([]);
      expect(again.notes).toHaveLength(1);
      await again.stop();
      await utimes(outside, hourAgo, hourAgo);
      // The moved data folder is known at its new place from now on.
      await rm(join(other, "postgres"), { recursive: true });
      const { notes, stop } = await startIn(other);
      expect(notes.join()).not.toContain(outside);
      await stop();
    } finally {
      for (const server of servers) await server.stop();
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    }
  },
);

test.runIf(process.getuid?.() === 0)(
  "does not name a database that another start is creating",
  async () => {
    const home = join(dataDir, "..");
    await chmod(home, 0o700);
    const account = await postgresAccount();
    const folders: string[] = [];
    const create = async (name: string) => {
      const { folder, notes } = await clusterFolder(join(home, name), account);
      folders.push(folder);
      return { folder, notes: notes.join("\n") };
    };
    try {
      const { folder } = await create("first");
      // The other start has not recorded it yet.
      await rm(join(home, "first", "postgres", "location.json"));
      expect((await create("second")).notes).not.toContain(folder);
      const hourAgo = new Date(Date.now() - 3_600_000);
      await utimes(folder, hourAgo, hourAgo);
      expect((await create("third")).notes).toContain(folder);
    } finally {
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    }
  },
);

test.runIf(process.getuid?.() === 0)(
  "makes a data folder of mode 0700 traversable and keeps the files inside",
  async () => {
    await mkdir(dataDir, { mode: 0o700 });
    const server = await start();
    expect(server.notes).toEqual([]);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o711);
  },
);
