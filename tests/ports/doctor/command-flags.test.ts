import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { childEnv } from "@/lib/env";
import { bundleProgram } from "../../setup/bundle";
import { runProgram } from "../../setup/run-program";

/** Nothing listens there. */
const DATABASE_URL = "postgres://slipway@127.0.0.1:9/slipway";

/** Has nothing for a command to read: the `.mjs` commands change to the repository, so `DATA_DIR` is here. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-flags-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command; `FOLDER` in its arguments is the empty folder. */
const run = (program: string, args: string[]) =>
  runProgram(
    [program, ...args.map((arg) => arg.replace("FOLDER", folder))],
    childEnv({ DATABASE_URL, DATA_DIR: join(folder, "data") }),
    folder,
  );

describe.each([
  ["doctor", "lib/commands/doctor.ts", []],
  ["heal", "lib/commands/heal.ts", ["--chain", "base"]],
  ["alerts", "lib/commands/alerts.ts", []],
  ["reindex", "lib/commands/reindex.ts", ["--chain", "base"]],
  ["reindex", "sandbox/reindex.mjs", ["--chain", "base"]],
  ["backup", "sandbox/backup.mjs", ["backup", "--to", "FOLDER/backups"]],
  ["restore", "sandbox/backup.mjs", ["restore", "--from", "FOLDER/backups"]],
  ["secrets", "sandbox/secrets.mjs", ["show"]],
  ["storage", "lib/commands/storage.ts", ["copy", "--to", "s3"]],
  ["migrate", "lib/commands/migrate.ts", []],
  ["inngest:sync", "lib/commands/inngest-sync.ts", []],
])("npm run %s, %s", (name, entryPoint, args) => {
  const usage = `Usage: npm run ${name}`;

  it("prints its usage and does nothing for --help, an unknown flag and an unknown argument", {
    timeout: 120_000,
  }, async () => {
    // The `.mjs` files load a bundle themselves.
    const program = entryPoint.endsWith(".mjs")
      ? resolve(entryPoint)
      : await bundleProgram(entryPoint);
    const help = await run(program, [...args, "--help"]);
    expect(help).toMatchObject({ code: 0, stderr: "" });
    expect(help.stdout).toMatch(usage);

    const { code, stdout, stderr } = await run(program, [...args, "--aply"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^Unknown option '--aply'/);
    expect(stderr).toContain("\nNothing was done.\n");
    expect(stderr).toContain(usage);
    expect(stderr).not.toContain("node:internal");

    const extra = await run(program, [...args, "extra"]);
    expect(extra).toMatchObject({ code: 2, stdout: "" });
    expect(extra.stderr).toContain(usage);
    expect(await readdir(folder)).toEqual([]);
  });
});
