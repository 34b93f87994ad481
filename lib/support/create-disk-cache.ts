import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Files that may be lost at any time. */
export type DiskCache = {
  get(key: string): Promise<Buffer | null>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
};

/** How full it is after old files were removed, so that not every `put` has to. */
const KEPT_SHARE = 0.9;

/**
 * A folder of at most about `bytesMax` bytes; what was not asked for longest goes first. Several
 * processes may share it.
 * @param options.folder created on first use
 */
export function createDiskCache(options: { folder: string; bytesMax: number }): DiskCache {
  const { folder, bytesMax } = options;
  /** What this process believes; null until it has looked. */
  let size: number | null = null;
  let sweeping: Promise<void> | null = null;

  function pathOf(key: string): string {
    if (!/^[\w-]{1,200}$/.test(key)) throw new TypeError(`Not a key of a cache: ${key}`);
    return join(folder, key.slice(-2), key);
  }

  async function sweep(): Promise<void> {
    const files = await listFiles(folder);
    let total = files.reduce((sum, file) => sum + file.size, 0);
    const target = total > bytesMax ? bytesMax * KEPT_SHARE : bytesMax;
    for (const { path, size: freed } of files.toSorted((a, b) => a.usedMs - b.usedMs)) {
      if (total <= target) break;
      await rm(path, { force: true });
      total -= freed;
    }
    size = total;
  }

  return {
    async get(key) {
      const path = pathOf(key);
      const bytes = await readFile(path).catch(nullWhenMissing);
      if (bytes === null) return null;
      const now = new Date();
      // Only for the order of removal; it may have been removed a moment ago.
      await utimes(path, now, now).catch(nullWhenMissing);
      return bytes;
    },
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const temporary = `${path}.${randomUUID()}.tmp`;
      await writeFile(temporary, bytes);
      await rename(temporary, path);
      if (size !== null) size += bytes.byteLength;
      if (size !== null && size <= bytesMax) return;
      sweeping ??= sweep().finally(() => {
        sweeping = null;
      });
      await sweeping;
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

async function listFiles(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const found = await stat(path).catch(nullWhenMissing);
      return found === null ? [] : [{ path, size: found.size, usedMs: found.mtimeMs }];
    });
  return (await Promise.all(files)).flat();
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}
