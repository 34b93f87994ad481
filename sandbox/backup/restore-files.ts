import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { errorCode, SandboxError } from "../process/sandbox-error";
import { writeFileAtomic } from "../process/write-file-atomic";
import { copyFileTo } from "./data-files";
import { hashFile } from "./hash-file";
import type { Manifest, StoredFile } from "./manifest";

const SECRETS = "secrets.json";

/** A stored file's path in the data folder. */
const nameOf = ({ path }: StoredFile) => path.replace(/^data\//, "");

async function listConflicts(dataDir: string, files: readonly StoredFile[]): Promise<string[]> {
  const conflicts: string[] = [];
  for (const file of files) {
    const found = await hashFile(join(dataDir, nameOf(file)));
    if (found !== null && found.sha256 !== file.sha256) conflicts.push(nameOf(file));
  }
  return conflicts;
}

/** @throws SandboxError when the data folder has other versions of the backup's files */
export async function requireNoConflicts(dataDir: string, { files }: Manifest): Promise<void> {
  const conflicts = await listConflicts(dataDir, files);
  if (conflicts.length === 0) return;
  throw new SandboxError(
    `${dataDir} has other versions of ${conflicts.length} files, such as ${conflicts[0]}. Restore into an empty folder, or run the command again with --force, which moves them aside.`,
  );
}

/**
 * Copies the files of a backup into the data folder. Other versions of them are moved to a folder
 * next to them and never deleted, because one may be the only copy of a wallet seed.
 * @returns that folder, or null when nothing was replaced
 */
export async function restoreFiles(
  dataDir: string,
  folder: string,
  { files, takenAt }: Pick<Manifest, "files" | "takenAt">,
): Promise<string | null> {
  const conflicts = await listConflicts(dataDir, files);
  const aside = join(dataDir, `replaced-${takenAt.replaceAll(/[^\dTZ]/g, "")}-${Date.now()}`);
  for (const name of conflicts) {
    const path = join(dataDir, name);
    await move(path, join(aside, name));
  }
  for (const file of files) {
    const from = join(folder, file.path);
    if ((await copyFileTo(from, join(dataDir, nameOf(file)))) === null) {
      throw new SandboxError(`${file.path} disappeared from the backup.`);
    }
  }
  if (conflicts.includes(SECRETS)) await keepDatabasePassword(dataDir, join(aside, SECRETS));
  return conflicts.length === 0 ? null : aside;
}

/** Moves a file, by a complete copy to another file system. */
async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await rename(from, to);
  } catch (error) {
    if (errorCode(error) !== "EXDEV") throw error;
    if ((await copyFileTo(from, to)) === null) throw error;
    await rm(from);
  }
}

const secrets = z.looseObject({ postgresPassword: z.string() });

/** The embedded database of this folder has the password of the replaced secrets. */
async function keepDatabasePassword(dataDir: string, replaced: string): Promise<void> {
  const path = join(dataDir, SECRETS);
  const read = async (file: string) => secrets.parse(JSON.parse(await readFile(file, "utf8")));
  const { postgresPassword } = await read(replaced);
  const merged = { ...(await read(path)), postgresPassword };
  await writeFileAtomic(path, `${JSON.stringify(merged, null, 2)}\n`);
}
