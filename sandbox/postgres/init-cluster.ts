import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SandboxError } from "../process/sandbox-error";
import { syncFolder } from "../process/write-file-atomic";
import type { PostgresAccount } from "./postgres-account";
import { executable } from "./prepare-binaries";

/** The programs' major version; they cannot open a cluster of another one. */
const MAJOR_VERSION = "18";
export const SUPERUSER = "slipway";

async function state(data: string): Promise<"none" | "broken" | "ready"> {
  if ((await stat(data).catch(() => null)) === null) return "none";
  const version = (await readFile(join(data, "PG_VERSION"), "utf8").catch(() => "")).trim();
  const control = await stat(join(data, "global", "pg_control")).catch(() => null);
  if (version === "" || control === null || control.size === 0) return "broken";
  if (version === MAJOR_VERSION) return "ready";
  throw new SandboxError(
    `The database in ${data} was created by PostgreSQL ${version}; this version of Slipway includes ${MAJOR_VERSION}.\n` +
      "Delete the data folder for a clean start, or use the version that created it.",
    { isFinal: true },
  );
}

/**
 * Creates the cluster `<folder>/data` when there is none. Created under another name and moved into
 * place when complete, so that a killed start leaves no partial cluster.
 * @returns what was found: an existing cluster, none, or a broken one that was moved aside
 */
export async function initCluster(options: {
  folder: string;
  programs: string;
  account: PostgresAccount | null;
  password: string;
  fsync: boolean;
}): Promise<"existing" | "created" | "replaced-broken"> {
  const { folder } = options;
  const data = join(folder, "data");
  const found = await state(data);
  for (const name of await readdir(folder)) {
    if (name.startsWith("init-")) await rm(join(folder, name), { recursive: true, force: true });
  }
  if (found === "ready") return "existing";
  const suffix = randomBytes(6).toString("hex");
  const work = join(folder, `init-${suffix}`);
  const fresh = join(work, "data");
  const passwordFile = join(work, "password");
  await mkdir(fresh, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, options.password, { mode: 0o600 });
  if (options.account !== null) {
    const { uid, gid } = options.account;
    for (const path of [work, fresh, passwordFile]) await chown(path, uid, gid);
  }
  await runInitdb({ ...options, fresh, passwordFile });
  if (found === "broken") await rename(data, join(folder, `broken-${suffix}`));
  await rename(fresh, data);
  await syncFolder(folder);
  await rm(work, { recursive: true, force: true });
  return found === "broken" ? "replaced-broken" : "created";
}

async function runInitdb(options: {
  programs: string;
  account: PostgresAccount | null;
  fsync: boolean;
  fresh: string;
  passwordFile: string;
}): Promise<void> {
  const args = [
    ["--pgdata", options.fresh],
    ["--username", SUPERUSER],
    ["--auth", "scram-sha-256"],
    ["--pwfile", options.passwordFile],
    // Independent of the machine's locales.
    ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
    options.fsync ? [] : ["--no-sync"],
  ].flat();
  const child = spawn(join(options.programs, "bin", executable("initdb")), args, {
    ...(options.account === null ? {} : { uid: options.account.uid, gid: options.account.gid }),
    stdio: ["ignore", "pipe", "pipe"],
    cwd: "/",
  });
  let output = "";
  const collect = (chunk: Buffer) => {
    output = `${output}${chunk.toString("utf8")}`.slice(-4000);
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code === 0) return;
  const hint = /could not look up effective user ID/.test(output)
    ? "\nThe user that runs Slipway needs an entry in /etc/passwd; or set DATABASE_URL."
    : "";
  throw new SandboxError(`initdb failed:\n${output.trim()}${hint}`, { isFinal: hint !== "" });
}
