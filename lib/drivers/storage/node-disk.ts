import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * A younger mark is from a running process, which renews it with each heartbeat; this allows a few
 * missed ones and clocks that differ. The marks on a copied disk are older.
 */
const FRESH_MS = 60_000;
const LEFTOVER_MS = 60 * 60_000;

/** Marks of running processes on a disk, by which they recognize that they share it. */
export type NodeDisk = {
  mark(id: string): Promise<void>;
  /** Whether a process has marked this disk in the last minute. */
  isMarked(id: string): Promise<boolean>;
  /** Whether it refused the latest mark, as a disk that became read-only does. */
  isRefusing(): boolean;
};

/** @param dataDir created on first use */
export function createNodeDisk(dataDir: string): NodeDisk {
  const folder = join(/* turbopackIgnore: true */ dataDir, "nodes");
  let isPrepared = false;
  let isRefusing = false;

  async function ageMs(name: string): Promise<number> {
    const found = await stat(join(folder, name)).catch(() => null);
    return found === null ? Number.POSITIVE_INFINITY : Date.now() - found.mtimeMs;
  }
  async function prepare(): Promise<void> {
    await mkdir(folder, { recursive: true });
    for (const name of await readdir(folder)) {
      if ((await ageMs(name)) > LEFTOVER_MS) await rm(join(folder, name), { force: true });
    }
    isPrepared = true;
  }

  return {
    async mark(id) {
      try {
        if (!isPrepared) await prepare();
        await writeFile(join(folder, id), "");
        isRefusing = false;
      } catch (error) {
        isRefusing = true;
        throw error;
      }
    },
    isRefusing: () => isRefusing,
    isMarked: async (id) => Math.abs(await ageMs(id)) < FRESH_MS,
  };
}
