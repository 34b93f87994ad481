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

/**
 * Files that may be removed at any time. A disk that fails or is full only costs the cached copy: a file
 * that cannot be read is missing, and one that cannot be written is not stored.
 */
export type DiskCache = {
  get(key: string): Promise<Buffer | null>;
  /** @returns whether the bytes were stored */
  put(key: string, bytes: Uint8Array): Promise<boolean>;
  /** A file that is read in parts. Reading throws when it was removed meanwhile. */
  open(key: string): Promise<CachedFile | null>;
  /**
   * The same as `put`, without holding the bytes in memory.
   * @throws what `bytes` throws
   */
  putStream(key: string, bytes: AsyncIterable<Uint8Array>): Promise<boolean>;
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
 * @param options.onFailure called with the first error of the disk, and again only after a file was stored
 */
export function createDiskCache(options: {
  folder: string;
  bytesMax: number;
  onFailure?: ((error: unknown) => void) | undefined;
}): DiskCache {
  const { folder, bytesMax, onFailure = () => undefined } = options;
  /** This process's estimate; null until it has measured. */
  let size: number | null = null;
  let sweeping: Promise<void> | null = null;
  let isFailing = false;

  function report(error: unknown): void {
    if (!isFailing) onFailure(error);
    isFailing = true;
  }

  function nullWhenUnreadable(error: unknown): null {
    if (codeOf(error) !== "ENOENT") report(error);
    return null;
  }

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
    await utimes(path, now, now).catch(nullWhenUnreadable);
  }

  /** @param write writes the file and returns its size */
  async function store(path: string, write: (path: string) => Promise<number>): Promise<boolean> {
    const temporary = `${path}.${randomUUID()}.tmp`;
    try {
      await mkdir(dirname(path), { recursive: true });
      const added = await write(temporary);
      await rename(temporary, path);
      if (size !== null) size += added;
      isFailing = false;
      return true;
    } catch (error) {
      await rm(temporary, { force: true }).catch(report);
      if (error instanceof BodyError) throw error.cause;
      report(error);
      return false;
    }
  }

  /** Stores a file, and removes old ones when the folder may be too large. */
  async function keep(key: string, write: (path: string) => Promise<number>): Promise<boolean> {
    const isStored = await store(pathOf(key), write);
    if (!isStored || (size !== null && size <= bytesMax)) return isStored;
    sweeping ??= sweep()
      .catch(report)
      .finally(() => {
        sweeping = null;
      });
    await sweeping;
    return isStored;
  }

  return {
    async get(key) {
      const path = pathOf(key);
      const bytes = await readFile(path).catch(nullWhenUnreadable);
      if (bytes === null) return null;
      await markUsed(path);
      return bytes;
    },
    async open(key) {
      const path = pathOf(key);
      const found = await stat(path).catch(nullWhenUnreadable);
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
          for await (const chunk of marked(bytes)) {
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

/** An error of the bytes to store, not of the disk. */
class BodyError extends Error {}

async function* marked(bytes: AsyncIterable<Uint8Array>) {
  try {
    yield* bytes;
  } catch (cause) {
    throw new BodyError("The bytes to store failed", { cause });
  }
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
  if (codeOf(error) === "ENOENT") return null;
  throw error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
