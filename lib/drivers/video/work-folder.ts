import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

/** Longer than an encoding may take, so an older folder is left over from a crash. */
const LEFTOVER_MS = 2 * 60 * 60_000;
/** Machines may share a disk, and their process ids overlap. */
const HOST = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
const OWNED = /^work-[0-9a-f]{32}-([0-9a-f]{8})-(\d+)-/;

/**
 * Runs a task with a new folder on this machine and removes the folder afterwards. Tasks of one video may
 * overlap: the job engine repeats a call that a proxy ended, while its task goes on.
 * @param root created on first use
 */
export async function withWorkFolder<T>(
  root: string,
  uid: string,
  task: (folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(/* turbopackIgnore: true */ root, { recursive: true });
  await removeWork(root);
  const prefix = `work-${uid}-${HOST}-${process.pid}-`;
  const folder = await mkdtemp(join(/* turbopackIgnore: true */ root, prefix));
  try {
    return await task(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether a process of this machine has a folder for a video. */
export async function isWorkedOn(root: string, uid: string): Promise<boolean> {
  for (const name of await readdir(root).catch(() => [])) {
    if (!name.startsWith(`work-${uid}-${HOST}-`)) continue;
    const found = await stat(join(root, name)).catch(() => null);
    if (found !== null && !isLeftOver(name, found.mtimeMs)) return true;
  }
  return false;
}

/** Removes the folders of processes of this machine that were killed, and every old folder. */
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
  if (Date.now() - changedAtMs > LEFTOVER_MS) return true;
  const [, host, pid] = OWNED.exec(name) ?? [];
  if (host !== HOST) return false;
  if (Number(pid) !== process.pid) return !isRunning(Number(pid));
  // A restarted container has the same ids.
  return changedAtMs < performance.timeOrigin;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
