import { lchown, lstat, readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { nullWhenMissing } from "./disk";

const ROOT = 0;
/** The file system's own folder on a disk; it must belong to root. */
export const OF_FILE_SYSTEM = "lost+found";

/**
 * Gives what root created below a folder to the owner of the folder, so that a server of another user
 * can read and write it. Does nothing for other users, in a folder of root, and to files of others.
 * Servers may add and remove files meanwhile.
 * @param names entries of the folder; by default all
 */
export async function giveToOwner(folder: string, names?: readonly string[]): Promise<void> {
  if (process.getuid?.() !== ROOT) return;
  const owner = await stat(folder).catch(nullWhenMissing);
  if (owner === null || owner.uid === ROOT) return;
  const paths = (names ?? (await readdir(folder))).map((name) => join(folder, name));
  for await (const path of listOwned(ROOT, paths)) {
    await lchown(path, owner.uid, owner.gid).catch(nullWhenMissing);
  }
}

/**
 * The paths, and those below them, that belong to a user; a folder after its content. Links are listed
 * and not followed: they may lead to any file of the machine. That does not hold against a process
 * that replaces a folder by a link at the same time.
 */
export async function* listOwned(uid: number, paths: readonly string[]): AsyncGenerator<string> {
  for (const path of paths) {
    if (basename(path) === OF_FILE_SYSTEM) continue;
    const found = await lstat(path).catch(nullWhenMissing);
    if (found === null) continue;
    if (found.isDirectory()) {
      const names = (await readdir(path).catch(nullWhenMissing)) ?? [];
      yield* listOwned(
        uid,
        names.map((name) => join(path, name)),
      );
    }
    if (found.uid === uid) yield path;
  }
}
