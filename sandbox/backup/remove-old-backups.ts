import { readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorText } from "@/lib/shared/text/error-text";
import { SandboxError } from "../process/sandbox-error";
import { UNFINISHED } from "./backup-target";
import { MANIFEST, parseManifest } from "./manifest";

/** A backup that is being removed has this name, so that nobody restores half of it. */
const REMOVED = ".removed";

type FoundBackup = { folder: string; takenAtMs: number; installation: string };

/** Null when the folder is not a complete backup of this format. */
export async function readBackup(folder: string): Promise<FoundBackup | null> {
  try {
    const path = join(folder, MANIFEST);
    const { takenAt, installation } = parseManifest(await readFile(path, "utf8"), path);
    return { folder, takenAtMs: Date.parse(takenAt), installation: installation.id };
  } catch {
    // Whatever cannot be read is not ours to delete.
    return null;
  }
}

/** The manifest goes last: an interrupted removal is recognized, and continued by the next backup. */
async function removeBackup(folder: string): Promise<void> {
  const aside = folder.endsWith(REMOVED) ? folder : `${folder}${REMOVED}`;
  if (aside !== folder) await rename(folder, aside);
  for (const name of await readdir(aside)) {
    if (name !== MANIFEST) await rm(join(aside, name), { recursive: true, force: true });
  }
  await rm(aside, { recursive: true, force: true });
}

/**
 * Removes the oldest backups next to a new, complete one until `keep` remain. Only complete backups
 * of the same installation are removed, never the new one.
 * @returns names of folders: the removed ones, oldest first, and those that interrupted backups left,
 *   which are not removed, because another backup may be writing one of them
 * @throws SandboxError when one cannot be removed
 */
export async function removeOldBackups(
  created: string,
  keep: number,
): Promise<{ removed: string[]; unfinished: string[] }> {
  const parent = dirname(created);
  const own = await readBackup(created);
  if (own === null) throw new SandboxError(`${created} is not a complete backup.`);
  const entries = await readdir(parent, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const read = await Promise.all(folders.map((name) => readBackup(join(parent, name))));
  const found = read
    .filter((backup) => backup !== null)
    .filter(({ installation }) => installation === own.installation)
    .sort((one, other) => one.takenAtMs - other.takenAtMs);
  const halfRemoved = found.filter(({ folder }) => folder.endsWith(REMOVED));
  const complete = found.filter(({ folder }) => !folder.endsWith(REMOVED));
  const old = complete.slice(0, Math.max(0, complete.length - keep));
  const removed: string[] = [];
  for (const { folder } of [...halfRemoved, ...old]) {
    // After the clock was set back, the new one is not the newest.
    if (folder === created) continue;
    try {
      await removeBackup(folder);
    } catch (error) {
      throw new SandboxError(
        `The new backup is complete, but the old one in ${folder} could not be removed: ${errorText(error)}. Remove it, or the disk fills up.`,
        { cause: error },
      );
    }
    removed.push(basename(folder));
  }
  return { removed, unfinished: folders.filter((name) => name.endsWith(UNFINISHED)) };
}
