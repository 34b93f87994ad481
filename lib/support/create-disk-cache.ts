import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";

/** Files that may be removed at any time. */
export type DiskCache = {
  get(key: string): Promise<Buffer | null>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** A file that is read in parts. Reading throws when it was removed meanwhile. */
  open(key: string): Promise<CachedFile | null>;
  /** The same as `put`, without holding the bytes in memory. */
  putStream(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  remove(key: string): Promise<void>;
};

export type CachedFile = {
  sizeBytes: number;
  read(range: { start: number; length: number }): AsyncIterable<Uint8Array>;
};

/** Target size after removing old files, so that not every `put` has to remove some. */
const KEPT_SHARE = 0.9;

/**
 * A folder of at most about `bytesMax` bytes that removes the least recently used files. Several
 * processes may share it.
 * @param options.folder created on first use
 */
export function createDiskCache(options: { folder: string; bytesMax: number }): DiskCache {
  const { folder, bytesMax } = options;
  /** This process's estimate; null until it has measured. */
  let size: number | null = null;
  let sweeping: Promise<void> | null = null;

  function pathOf(key: string): string {
    if (!/^[\w-]{1,200}$/.test(key)) throw new TypeError(`Invalid cache key: ${key}`);
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

  /** Only sets the order of removal; the file may have just been removed. */
  async function markUsed(path: string): Promise<void> {
    const now = new Date();
    await utimes(path, now, now).catch(nullWhenMissing);
  }

  /** @param write writes the file and returns its size */
  async function keep(key: string, write: (path: string) => Promise<number>): Promise<void> {
    const path = pathOf(key);
    await mkdir(dirname(path), { recursive: true });
    const temporary = `${path}.${randomUUID()}.tmp`;
    try {
      const added = await write(temporary);
      await rename(temporary, path);
      if (size !== null) size += added;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    if (size !== null && size <= bytesMax) return;
    sweeping ??= sweep().finally(() => {
      sweeping = null;
    });
    await sweeping;
  }

  return {
    async get(key) {
      const path = pathOf(key);
      const bytes = await readFile(path).catch(nullWhenMissing);
      if (bytes === null) return null;
      await markUsed(path);
      return bytes;
    },
    async open(key) {
      const path = pathOf(key);
      const found = await stat(path).catch(nullWhenMissing);
      if (found === null) return null;
      await markUsed(path);
      return {
        sizeBytes: found.size,
        read: ({ start, length }) => createReadStream(path, { start, end: start + length - 1 }),
      };
    },
    put: (key, bytes) =>
      keep(key, async (path) => {
        await writeFile(path, bytes);
        return bytes.byteLength;
      }),
    putStream: (key, bytes) =>
      keep(key, async (path) => {
        // Opened first: a stream that fails could create the file after it was removed.
        const file = await open(path, "wx");
        let added = 0;
        try {
          for await (const chunk of bytes) {
            await file.writeFile(chunk);
            added += chunk.byteLength;
          }
        } finally {
          await file.close();
        }
        return added;
      }),
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
