import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Longer than an encoding may take, so an older folder is left over from a crash. */
const LEFTOVER_MS = 2 * 60 * 60_000;

/**
 * Runs a task with a new folder on this machine and removes the folder afterwards.
 * @param root created on first use
 */
export async function withWorkFolder<T>(
  root: string,
  uid: string,
  task: (folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(/* turbopackIgnore: true */ root, { recursive: true });
  await removeWork(root, uid);
  const folder = await mkdtemp(join(/* turbopackIgnore: true */ root, `work-${uid}-`));
  try {
    return await task(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what a crash has left of a video on this machine, and every old folder. */
export async function removeWork(root: string, uid: string): Promise<void> {
  // Missing until the first video.
  for (const name of await readdir(root).catch(() => [])) {
    const path = join(root, name);
    // Another process may remove its own folder meanwhile.
    const found = await stat(path).catch(() => null);
    const isOld = found !== null && Date.now() - found.mtimeMs > LEFTOVER_MS;
    if (!isOld && !name.startsWith(`work-${uid}-`)) continue;
    await rm(path, { recursive: true, force: true });
  }
}
