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
import { type Restartable, startRestartable } from "../stack/restartable";

export type SystemPostgres = Restartable & {
  version: string;
  port: number;
  superuser: string;
  password: string;
  /** Of a database of the server, for its superuser. */
  url(database: string): string;
};

const SUPERUSER = "postgres";
const PASSWORD = "the-superusers";
const DEBIAN = "/usr/lib/postgresql";

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
  const url = (database: string) =>
    `postgres://${SUPERUSER}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const server = await startRestartable({
    command: [join(programs, "postgres"), "-D", data, ...settings],
    env: childEnv({}),
    cwd: "/",
    identity: account === null ? undefined : { uid: account.uid, gid: account.gid },
    isUp: () => accepts(url("postgres")),
    stopSignal: "SIGINT",
  });
  const { stdout } = spawnSync(join(programs, "postgres"), ["--version"], { encoding: "utf8" });
  return {
    version: stdout.trim(),
    port,
    superuser: SUPERUSER,
    password: PASSWORD,
    url,
    ...server,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
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
