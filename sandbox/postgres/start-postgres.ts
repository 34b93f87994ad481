import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "../process/free-port";
import { isAlive } from "../process/process-info";
import { SandboxError } from "../process/sandbox-error";
import { stopProcess } from "../process/stop-process";
import { waitUntil } from "../process/wait-until";
import { clusterFolder } from "./cluster-folder";
import { findRunningPostgres } from "./find-running-postgres";
import { initCluster, SUPERUSER } from "./init-cluster";
import { type PostgresAccount, postgresAccount } from "./postgres-account";
import { executable, prepareBinaries } from "./prepare-binaries";

const DATABASE = "slipway";

export type PostgresServer = {
  pid: number;
  port: number;
  /** For `DATABASE_URL`: password authentication on loopback. */
  url: string;
  /** Whether it was already running (its supervisor had been killed). */
  adopted: boolean;
  /** Set when the data is outside the data folder, or broken data was moved aside. */
  notes: string[];
  /** Settles when the server has exited for any reason. */
  exited: Promise<void>;
  stop(): Promise<void>;
};

/** For an update: four web servers, two indexers, the job engine, and commands beside them. */
export const EMBEDDED_CONNECTIONS_MAX = 200;

function settings(data: string, fsync: boolean): string[] {
  const values = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    fsync: fsync ? "on" : "off",
    full_page_writes: fsync ? "on" : "off",
    max_connections: String(EMBEDDED_CONNECTIONS_MAX),
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    log_min_messages: "warning",
    log_line_prefix: "%m [%p] ",
  };
  const pairs = Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", data, ...pairs];
}

/** Root runs an existing cluster as its owner, so that the owner can keep using it. */
async function ownerOf(data: string, account: PostgresAccount | null) {
  const info = account === null ? null : await stat(data).catch(() => null);
  if (info === null || info.uid === 0) return account;
  return { name: String(info.uid), uid: info.uid, gid: info.gid };
}

/**
 * Starts the embedded PostgreSQL of a data folder, or reuses a running one, and returns when it
 * accepts connections. Creates the cluster and the database on the first start. Works as root (with
 * another account) and as an ordinary user.
 * @param options.preferredPort used when free, such as the port of the last start
 * @param options.log receives the server's own log lines
 * @throws SandboxError when the server cannot be started
 */
export async function startPostgres(options: {
  dataDir: string;
  password: string;
  fsync?: boolean;
  preferredPort?: number;
  log?: (line: string) => void;
}): Promise<PostgresServer> {
  const fsync = options.fsync ?? false;
  const account = await postgresAccount();
  const cluster = await clusterFolder(options.dataDir, account);
  const { folder } = cluster;
  const programs = await prepareBinaries(account, folder);
  const data = join(folder, "data");
  const found = await initCluster({
    folder,
    programs: programs.folder,
    account,
    password: options.password,
    fsync,
  });
  const notes = cluster.outside ? [`database files in ${folder}`, ...cluster.notes] : [];
  if (found === "replaced-broken")
    notes.push("a damaged database was set aside; a new one was created");
  const args = settings(data, fsync);
  const running = await findRunningPostgres(data, args);
  const owner = await ownerOf(data, account);
  const start = async () =>
    running === null
      ? launch({ ...options, args, programs: programs.folder, owner })
      : watchAdopted(running);
  const server = await untilUp(start, urlOf(options.password));
  const url = postgresUrl(server.port, options.password);
  return { ...server, url, notes };
}

/** The URL of a data folder's server on a port. */
export function postgresUrl(port: number, password: string): string {
  return urlOf(password)(port, DATABASE);
}

type UrlOf = (port: number, database: string) => string;

function urlOf(password: string): UrlOf {
  return (port, database) =>
    `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/**
 * Starts the server until it accepts connections. After a kill -9 old sessions need a moment to
 * end, and until then a new server finds their shared memory and exits.
 */
async function untilUp(start: () => Promise<Handle>, url: UrlOf): Promise<Handle> {
  const deadline = performance.now() + RESTARTS_MS;
  for (;;) {
    const server = await start();
    let hasLeft = false;
    server.exited.then(() => {
      hasLeft = true;
    });
    try {
      await ready((database) => url(server.port, database), server.exited);
      return server;
    } catch (error) {
      const isOver = !hasLeft || performance.now() > deadline;
      await server.stop();
      if (isOver) throw error;
      await delay(RESTART_PAUSE_MS);
    }
  }
}

/** How long a server that exits at once is started again, and the pause between attempts. */
const RESTARTS_MS = 15_000;
const RESTART_PAUSE_MS = 150;

type Handle = Omit<PostgresServer, "url" | "notes">;

function watchAdopted({ pid, port }: { pid: number; port: number }): Handle {
  let resolve = () => {};
  const exited = new Promise<void>((done) => {
    resolve = done;
  });
  const timer = setInterval(async () => {
    if (await isAlive(pid)) return;
    clearInterval(timer);
    resolve();
  }, 250);
  timer.unref();
  const stop = async () => {
    await stopServer(pid);
    clearInterval(timer);
    resolve();
  };
  return { pid, port, adopted: true, exited, stop };
}

/** SIGINT is PostgreSQL's "fast" stop: it ends sessions, then writes everything to disk. */
async function stopServer(pid: number): Promise<void> {
  await stopProcess(pid, { signal: "SIGINT", graceMs: 3000 });
}

async function launch(options: {
  args: string[];
  programs: string;
  owner: PostgresAccount | null;
  preferredPort?: number;
  log?: (line: string) => void;
}): Promise<Handle> {
  const port = await freePort(options.preferredPort);
  const program = join(options.programs, "bin", executable("postgres"));
  const child = spawn(program, [...options.args, "-c", `port=${port}`], {
    ...(options.owner === null ? {} : { uid: options.owner.uid, gid: options.owner.gid }),
    stdio: ["ignore", "ignore", "pipe"],
    cwd: "/",
    // Outside the terminal's process group: Ctrl-C must not stop the database before its clients.
    detached: true,
  });
  createInterface({ input: child.stderr }).on("line", (line) => options.log?.(line));
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  if (child.pid === undefined) throw new SandboxError(`${program} could not be started.`);
  const { pid } = child;
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    await stopServer(pid);
    await exited;
  };
  return { pid, port, adopted: false, exited, stop };
}

/** Waits until the server accepts connections; creates the database when it is missing. */
async function ready(url: (database: string) => string, exited: Promise<void>): Promise<void> {
  const gone = new AbortController();
  exited.then(() => gone.abort());
  let lastError = "it did not respond";
  const connected = await waitUntil(
    async () => {
      const client = new Client({
        connectionString: url("postgres"),
        connectionTimeoutMillis: 2000,
      });
      client.on("error", () => {});
      try {
        await client.connect();
        const known = await client.query("select 1 from pg_database where datname = $1", [
          DATABASE,
        ]);
        if (known.rowCount === 0) await client.query(`create database ${DATABASE}`);
        return true;
      } catch (error) {
        lastError = error instanceof Error ? error.message : String(error);
        if (/password authentication failed/.test(lastError)) gone.abort();
        return false;
      } finally {
        await client.end().catch(() => {});
      }
    },
    { timeoutMs: 20_000, everyMs: 15, signal: gone.signal },
  );
  if (connected === null) throw new SandboxError(`PostgreSQL did not start: ${lastError}.`);
}
