import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { Client } from "pg";
import { childEnv } from "@/lib/env";
import { postgresAccount } from "@/sandbox/postgres/postgres-account";
import { freePort } from "@/sandbox/process/free-port";
import { waitUntil } from "@/sandbox/process/wait-until";

export type SystemPostgres = {
  version: string;
  port: number;
  pid: number;
  superuser: string;
  password: string;
  /** Of a database of the server, for its superuser. */
  url(database: string): string;
  stop(): Promise<void>;
};

const SUPERUSER = "postgres";
const PASSWORD = "the-superusers";
const DEBIAN = "/usr/lib/postgresql";
const START_MS = 30_000;

/** The folder with `initdb` and `postgres`: on the path, or Debian's newest. */
export function findPostgresPrograms(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const newest = versions.sort((left, right) => Number(right) - Number(left));
  const folders = [
    ...(childEnv({}).PATH ?? "").split(delimiter),
    ...newest.map((version) => join(DEBIAN, version, "bin")),
  ];
  const isComplete = (folder: string) =>
    ["initdb", "postgres"].every((name) => existsSync(join(folder, name)));
  return folders.find(isComplete) ?? null;
}

/**
 * A new cluster of the PostgreSQL that is installed on this machine, on a free port of loopback.
 * Clients need passwords.
 * @returns null if none is installed
 */
export async function startSystemPostgres(): Promise<SystemPostgres | null> {
  const programs = findPostgresPrograms();
  if (programs === null) return null;
  const account = await postgresAccount();
  const folder = await mkdtemp(join(tmpdir(), "slipway-postgres-"));
  const [data, passwordFile] = [join(folder, "data"), join(folder, "password")];
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, PASSWORD, { mode: 0o600 });
  if (account !== null) {
    for (const path of [folder, data, passwordFile]) await chown(path, account.uid, account.gid);
  }
  const identity = account === null ? {} : { uid: account.uid, gid: account.gid };
  const place = ["--pgdata", data, "--username", SUPERUSER, "--pwfile", passwordFile];
  const rules = ["--auth", "scram-sha-256", "--encoding=UTF8", "--no-locale", "--no-sync"];
  const initdb = spawn(join(programs, "initdb"), [...place, ...rules], {
    ...identity,
    cwd: "/",
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [problem] = await Promise.all([text(initdb.stderr), once(initdb, "close")]);
  if (initdb.exitCode !== 0) throw new Error(`initdb failed: ${problem}`);

  const port = await freePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "fsync=off",
    "max_connections=200",
    `port=${port}`,
  ].flatMap((setting) => ["-c", setting]);
  const server = spawn(join(programs, "postgres"), ["-D", data, ...settings], {
    ...identity,
    cwd: "/",
    stdio: "ignore",
  });
  const url = (database: string) =>
    `postgres://${SUPERUSER}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const gone = once(server, "exit");
      server.kill("SIGCONT");
      server.kill("SIGINT");
      await gone;
    }
    await rm(folder, { recursive: true, force: true });
  };
  const isUp = await waitUntil(() => accepts(url("postgres")), {
    timeoutMs: START_MS,
    everyMs: 50,
  });
  const { pid } = server;
  if (isUp === null || pid === undefined) {
    await stop();
    throw new Error("The installed PostgreSQL did not start");
  }
  const { stdout } = spawnSync(join(programs, "postgres"), ["--version"], { encoding: "utf8" });
  const version = stdout.trim();
  return { version, port, pid, superuser: SUPERUSER, password: PASSWORD, url, stop };
}

async function accepts(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    // Not listening yet.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
