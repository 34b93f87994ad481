import { mkdir, mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";

const RENEWED_MS = 5_000;
/** A running task renews its folder, so an older one is left over from a process that was killed. */
const LEFTOVER_MS = 45_000;
/** Longer than an encoding may take: servers of earlier releases do not renew their folders. */
const EARLIER_LEFTOVER_MS = 2 * 60 * 60_000;
const RENEWED = /^work-[0-9a-f]{32}-renewed-/;

/**
 * Runs a task with a new folder and removes the folder afterwards. Tasks of one video may overlap: the job engine
 * repeats a call that a proxy ended, while its task goes on.
 * @param root created on first use; machines may share it
 */
export async function withWorkFolder<T>(
  root: string,
  uid: string,
  task: (folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(/* turbopackIgnore: true */ root, { recursive: true });
  await removeWork(root);
  const folder = await mkdtemp(join(/* turbopackIgnore: true */ root, `work-${uid}-renewed-`));
  const timer = setInterval(() => {
    const now = new Date();
    // A failure only ages the folder; the task itself fails when it cannot use it.
    utimes(folder, now, now).catch(() => undefined);
  }, RENEWED_MS);
  try {
    return await task(folder);
  } finally {
    clearInterval(timer);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether a process has a folder for a video. That of a killed process counts for 45 seconds. */
export async function hasActiveFolder(root: string, uid: string): Promise<boolean> {
  for (const name of await readdir(root).catch(() => [])) {
    if (!name.startsWith(`work-${uid}-renewed-`)) continue;
    const found = await stat(join(root, name)).catch(() => null);
    if (found !== null && !isLeftOver(name, found.mtimeMs)) return true;
  }
  return false;
}

/** Removes the folders of processes that were killed. */
export async function removeWork(root: string): Promise<void> {
  // Missing until the first video.
  for (const name of await readdir(root).catch(() => [])) {
    const path = join(root, name);
    // Another process may remove its own folder meanwhile.
    const found = await stat(path).catch(() => null);
    if (found === null || !isLeftOver(name, found.mtimeMs)) continue;
    await rm(path, { recursive: true, force: true });
  }
}

function isLeftOver(name: string, changedAtMs: number): boolean {
  // Not the host and process id: machines that were cloned, and containers, may have the same ones.
  const keptMs = RENEWED.test(name) ? LEFTOVER_MS : EARLIER_LEFTOVER_MS;
  return Date.now() - changedAtMs > keptMs;
}
