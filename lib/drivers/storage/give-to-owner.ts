import { lchown, lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const ROOT = 0;

/**
 * Gives what root created below a folder to the owner of the folder, so that a server of another user
 * can read and write it. Does nothing for other users, in a folder of root, and to files of others.
 */
export async function giveToOwner(folder: string): Promise<void> {
  if (process.getuid?.() !== ROOT) return;
  const { uid, gid } = await stat(folder);
  if (uid === ROOT) return;
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    // Links are not followed: they may lead out of the folder.
    if ((await lstat(path)).uid === ROOT) await lchown(path, uid, gid);
  }
}
