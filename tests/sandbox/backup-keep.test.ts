import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { childEnv } from "@/lib/env";
import { removeOldBackups } from "@/sandbox/backup/remove-old-backups";
import { bundleProgram } from "../setup/bundle";
import { startTestDatabase } from "../setup/database/postgres";

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let folder: string;
let program: string;
/** Folder of a test's backups. */
let parent: string;
let first: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway keep "));
  [database, program] = await Promise.all([
    startTestDatabase(),
    bundleProgram("sandbox/backup/main.ts"),
  ]);
  await mkdir(join(folder, "data/ipfs"), { recursive: true });
  await writeFile(join(folder, "data/ipfs/block"), "a block");
  first = join(folder, "first");
  expect(await backUp(["--to", first])).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  parent = await mkdtemp(join(folder, "backups-"));
});

/** Runs `npm run backup --`. */
async function backUp(args: readonly string[]) {
  const script = `const { backup } = await import(${JSON.stringify(pathToFileURL(program).href)});
    process.exit(await backup({ root: process.cwd(), args: process.argv.slice(1) }));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, "--", ...args], {
    env: childEnv({
      NODE_ENV: "production",
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, "data"),
      BACKUP_S3_ACCESS_KEY_ID: "key",
      BACKUP_S3_SECRET_ACCESS_KEY: "secret",
    }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}

/** A complete backup of another time, and of another installation where one is given. */
async function addBackup(name: string, takenAt: string, installation?: string): Promise<void> {
  const path = join(parent, name);
  await cp(first, path, { recursive: true });
  const manifest = join(path, "manifest.json");
  const changed = (await readFile(manifest, "utf8"))
    .replace(/"takenAt": "[^"]+"/, `"takenAt": "${takenAt}"`)
    .replace(/"id": "[^"]+"/, (found) =>
      installation === undefined ? found : `"id": "${installation}"`,
    );
  await writeFile(manifest, changed);
}

const names = async () => (await readdir(parent)).sort();

describe("npm run backup", () => {
  it("names a folder that it cannot write in one line", async () => {
    await writeFile(join(parent, "a-file"), "");
    const { code, stderr } = await backUp(["--to", join(parent, "a-file/new")]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^ENOTDIR: .+a-file\/new.+\n$/);
  });
});

describe("npm run backup -- --keep", () => {
  it("removes the oldest backups once the new one is complete", async () => {
    // The time in the manifest counts, not the name.
    await addBackup("z-oldest", "2026-01-01T00:00:00.000Z");
    await addBackup("m-older", "2026-01-02T00:00:00.000Z");
    await addBackup("a-old", "2026-01-03T00:00:00.000Z");
    const taken = await backUp(["--to", join(parent, "new"), "--keep", "2"]);
    expect(taken).toMatchObject({ code: 0, stderr: "" });
    expect(taken.stdout).toContain("Removed older backups: z-oldest, m-older.");
    expect(await names()).toEqual(["a-old", "new"]);
  });

  it("removes nothing when the new backup fails", async () => {
    await addBackup("old", "2026-01-01T00:00:00.000Z");
    await addBackup("used", "2026-01-02T00:00:00.000Z");
    const { code } = await backUp(["--to", join(parent, "used"), "--keep", "1"]);
    expect(code).toBe(1);
    expect(await names()).toEqual(["old", "used"]);
  });

  it("keeps everything that is not a complete backup of this installation", async () => {
    await addBackup("old", "2026-01-01T00:00:00.000Z");
    await addBackup("incomplete", "2026-01-01T00:00:00.000Z");
    await rm(join(parent, "incomplete/manifest.json"));
    await addBackup("damaged", "2026-01-01T00:00:00.000Z");
    await writeFile(join(parent, "damaged/manifest.json"), '{"format": 1}');
    await addBackup("foreign", "2026-01-01T00:00:00.000Z", "another-installation");
    await addBackup("running.unfinished", "2026-01-01T00:00:00.000Z");
    await rm(join(parent, "running.unfinished/manifest.json"));
    await mkdir(join(parent, "photos"));
    await writeFile(join(parent, "a-file"), "");
    await symlink(first, join(parent, "link"));
    const { code, stdout } = await backUp(["--to", join(parent, "new"), "--keep", "1"]);
    expect(code).toBe(0);
    expect(stdout).toContain("unless a backup is running: running.unfinished.");
    expect(await names()).toEqual(
      [
        ...["a-file", "damaged", "foreign", "incomplete", "link", "new", "photos"],
        "running.unfinished",
      ].sort(),
    );
    expect(await readdir(first)).toContain("manifest.json");
  });

  it("keeps the new backup even when the clock was set back", async () => {
    await addBackup("future", "2999-01-01T00:00:00.000Z");
    await addBackup("old", "2026-01-01T00:00:00.000Z");
    await backUp(["--to", join(parent, "new"), "--keep", "1"]);
    expect(await names()).toEqual(["future", "new"]);
  });

  it("continues a removal that was interrupted", async () => {
    await addBackup("half.removed", "2026-01-01T00:00:00.000Z");
    await rm(join(parent, "half.removed/database"), { recursive: true });
    await addBackup("new", "2026-01-02T00:00:00.000Z");
    const { removed } = await removeOldBackups(join(parent, "new"), 5);
    expect(removed).toEqual(["half.removed"]);
    expect(await names()).toEqual(["new"]);
  });

  it.each(["0", "-1", "1.5", "all", ""])("refuses %j before it writes anything", async (keep) => {
    const { code, stderr } = await backUp(["--to", join(parent, "new"), `--keep=${keep}`]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("--keep must be a whole number above 0"),
    });
    expect(await names()).toEqual([]);
  });

  it("leaves old backups in a bucket to its lifecycle", async () => {
    const { code, stderr } = await backUp(["--to", "s3://slipway/a", "--keep", "3"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("Let the lifecycle of the bucket remove old backups"),
    });
  });
});
