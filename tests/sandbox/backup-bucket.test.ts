import { spawn } from "node:child_process";
import { chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "@/lib/drivers/db/migrate";
import { createS3Store } from "@/lib/drivers/storage/s3";
import { childEnv, readEnv } from "@/lib/env";
import { toBackupPlace } from "@/sandbox/backup/backup-place";
import { createBackup } from "@/sandbox/backup/create-backup";
import { restoreBackup } from "@/sandbox/backup/restore-backup";
import { bundleProgram } from "../setup/bundle";
import { MIGRATIONS } from "../setup/database/earlier-database";
import { startTestDatabase } from "../setup/database/postgres";
import { bodyOf } from "../setup/s3/bodies";
import { type RunningS3, startS3 } from "../setup/s3/start-s3";

const NAMES = { "ipfs/a/block": "a block", "media/ünï codé.txt": "another name" };

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let s3: RunningS3;
let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-bucket-"));
  [database, s3, program] = await Promise.all([
    startTestDatabase(),
    startS3(),
    bundleProgram("sandbox/backup/main.ts"),
  ]);
  await database.db.execute(
    `insert into account.accounts (id, realm, created_at) values ('a', 'live', now())`,
  );
  for (const [name, content] of Object.entries(NAMES)) {
    await mkdir(join(folder, "first", name, ".."), { recursive: true });
    await writeFile(join(folder, "first", name), content);
  }
});
afterAll(async () => {
  await Promise.all([database.stop(), s3.stop()]);
  await rm(folder, { recursive: true, force: true });
});

function urlOf(name: string): string {
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  return url.href;
}

async function createDatabase(name: string): Promise<string> {
  await database.db.execute(`create database ${name}`);
  return urlOf(name);
}

const keys = () => {
  const { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = s3.variables;
  return {
    BACKUP_S3_ENDPOINT: S3_ENDPOINT,
    BACKUP_S3_ACCESS_KEY_ID: S3_ACCESS_KEY_ID,
    BACKUP_S3_SECRET_ACCESS_KEY: S3_SECRET_ACCESS_KEY,
  };
};

/** Runs a command as `npm run` does. */
async function run(
  command: "backup" | "restore",
  args: readonly string[],
  variables: Record<string, string>,
) {
  const script = `const { ${command} } = await import(${JSON.stringify(pathToFileURL(program).href)});
    process.exit(await ${command}({ root: process.cwd(), args: process.argv.slice(1) }));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, "--", ...args], {
    env: { ...childEnv({ NODE_ENV: "production" }), ...keys(), ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}

const envOf = (machine: string, databaseUrl: string) =>
  readEnv({ ...keys(), DATABASE_URL: databaseUrl, DATA_DIR: join(folder, machine) });

async function backUp(to: string, databaseUrl = database.url) {
  const env = envOf("first", databaseUrl);
  const place = toBackupPlace(to, env);
  await createBackup({ env, root: process.cwd(), databaseUrl, place, withSecrets: false });
}

async function restore(from: string, machine: string) {
  const env = envOf(machine, await createDatabase(machine));
  const place = toBackupPlace(from, env);
  return restoreBackup({ env, root: process.cwd(), place, isForced: false });
}

async function accountsOf(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query("select id from account.accounts")).rows;
  } finally {
    await client.end();
  }
}

describe("the command for a database that another tool restored", () => {
  it("reports an error of the database in one line", async () => {
    const DATABASE_URL = urlOf("not_there");
    const own = { DATABASE_URL, DATA_DIR: join(folder, "recovered") };
    const { code, stderr } = await run("restore", ["--database-restored"], own);
    expect(stderr).toBe('database "not_there" does not exist\n');
    expect(code).toBe(1);
  });
});

describe("a backup in a bucket", () => {
  it("has every row and file, and is restored on a machine that never saw it", async () => {
    const to = "s3://slipway/backups/2026-01-31";
    const first = { DATABASE_URL: database.url, DATA_DIR: join(folder, "first") };
    const taken = await run("backup", ["--to", to], { ...first, ...s3.variables });
    expect(taken).toMatchObject({ code: 0, stdout: expect.stringContaining(`${to}\n`) });
    expect(taken.stdout).toContain("It does not contain the bucket slipway.");
    const [url, dataDir] = [await createDatabase("restored"), join(folder, "restored")];
    const second = { DATABASE_URL: url, DATA_DIR: dataDir };
    expect(await run("restore", ["--from", `${to}/`], second)).toMatchObject({ code: 0 });
    expect(await accountsOf(url)).toEqual([{ id: "a" }]);
    for (const [name, content] of Object.entries(NAMES)) {
      expect(await readFile(join(dataDir, name), "utf8")).toBe(content);
    }
    expect(await readdir(join(dataDir, "cache"))).toEqual([]);
  });

  it("is never mixed with another one", async () => {
    await backUp("s3://slipway/twice");
    await expect(backUp("s3://slipway/twice")).rejects.toThrow("s3://slipway/twice is not empty");
    // Another name that begins the same.
    await backUp("s3://slipway/twi");
  });

  it("is verified before anything is changed", async () => {
    const bucket = createS3Store({ ...s3.options, answerMsMax: 30_000 });
    const from = "s3://slipway/damaged";
    await backUp(from);
    await bucket.put("damaged/data/ipfs/a/block", bodyOf(Buffer.from("another")));
    await bucket.delete("damaged/database/account.accounts.copy.gz");
    await expect(restore(from, "damaged")).rejects.toThrow(
      /database\/account.accounts.copy.gz is missing\n {2}data\/ipfs\/a\/block is damaged/,
    );
    await expect(accountsOf(urlOf("damaged"))).rejects.toThrow("does not exist");
    expect(await readdir(join(folder, "damaged"))).toEqual(["cache"]);
    expect(await readdir(join(folder, "damaged", "cache"))).toEqual([]);
    await bucket.delete("damaged/manifest.json");
    await expect(restore(from, "incomplete")).rejects.toThrow(`${from} is not a complete backup`);
  });

  it.runIf(process.getuid?.() === 0)(
    "leaves nothing of root's in the data folder of another user when its restore fails",
    async () => {
      const dataDir = join(folder, "of_another");
      const owner = 65_534;
      await mkdir(dataDir);
      await chown(dataDir, owner, owner);
      await expect(restore("s3://slipway/missing", "of_another")).rejects.toThrow("no manifest");
      expect((await stat(join(dataDir, "cache"))).uid).toBe(owner);
    },
  );

  it("is removed when it fails", async () => {
    const bucket = createS3Store({ ...s3.options, answerMsMax: 30_000 });
    const url = await createDatabase("without_files");
    await migrate(url, MIGRATIONS);
    // Fails after the tables were written.
    await writeFile(join(folder, "no-folder"), "");
    const env = readEnv({ ...keys(), DATABASE_URL: url, DATA_DIR: join(folder, "no-folder") });
    const place = toBackupPlace("s3://slipway/failed", env);
    const options = { env, root: process.cwd(), databaseUrl: url, place, withSecrets: false };
    await expect(createBackup(options)).rejects.toThrow("ENOTDIR");
    const left: string[] = [];
    for await (const { key } of bucket.list("failed/")) left.push(key);
    expect(left).toEqual([]);
  });

  it("is refused with a message when the bucket cannot be used", async () => {
    const first = { DATABASE_URL: database.url, DATA_DIR: join(folder, "first") };
    const { code, stderr } = await run("backup", ["--to", "s3://no-such-bucket/a"], first);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The S3 store failed: NoSuchBucket/m);
    expect(stderr).not.toMatch(/\n {4}at /);
  });

  it.each([
    "s3://slipway",
    "s3://slipway/",
    "s3://slipway/a b",
    "s3://Slipway/a",
    "ftp://slipway/a",
  ])("%s is no place for one", (text) => {
    expect(() => toBackupPlace(text, envOf("first", database.url))).toThrow(
      "nor a folder in a bucket, such as",
    );
  });

  it("needs an access key, and stays in its folder", () => {
    expect(() => toBackupPlace("s3://slipway/a", readEnv({}))).toThrow(
      "Set BACKUP_S3_ACCESS_KEY_ID",
    );
    expect(() => toBackupPlace("s3://slipway/../a", readEnv(keys()))).toThrow("has . or ..");
    expect(() => readEnv({ BACKUP_S3_ACCESS_KEY_ID: "key" })).toThrow("go together");
  });
});
