import { randomUUID } from "node:crypto";
import { createReadStream, type Dirent } from "node:fs";
import { copyFile, link, mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { Readable } from "node:stream";
import { memoizeAsync } from "@/lib/support/memoize-async";
import { checkKey, checkPrefix, type ObjectStore, type StoredObject } from "./object-store";

/** No upload takes this long, so an older file is left over from a crash. */
const LEFTOVER_MS = 2 * 60 * 60_000;
const TEMPORARY = "incoming";
/** The same in a folder that is on a file system of its own. */
const NEAR_TEMPORARY = ".incoming";
/** Of a disk that is mounted at a folder; only root can read it. */
const LOST_AND_FOUND = "lost+found";

/**
 * Objects as files below a folder, whose folders may be on other file systems. A file is written elsewhere, synced and renamed into place, so a
 * crash leaves no partial object.
 * @param root created on first use
 */
export function createDiskStore(root: string): ObjectStore {
  const temporaryFolder = join(/* turbopackIgnore: true */ root, TEMPORARY);

  function pathOf(key: string): string {
    checkKey(key);
    return join(/* turbopackIgnore: true */ root, key);
  }
  const prepare = memoizeAsync(async () => {
    await mkdir(temporaryFolder, { recursive: true });
    await removeOld(temporaryFolder);
  });
  async function newFile(): Promise<string> {
    await prepare();
    return join(temporaryFolder, randomUUID());
  }
  /** Renames a complete file into place, by a copy from another file system. */
  async function place(temporary: string, path: string): Promise<void> {
    try {
      return await renameTo(temporary, path);
    } catch (error) {
      if (codeOf(error) !== "EXDEV") throw error;
    }
    const [top = ""] = relative(root, path).split(sep);
    const folder = join(root, top, NEAR_TEMPORARY);
    await mkdir(folder, { recursive: true });
    await removeOld(folder);
    const near = join(folder, randomUUID());
    try {
      await writeSynced(near, createReadStream(temporary));
      await renameTo(near, path);
    } finally {
      await rm(near, { force: true });
    }
    await rm(temporary, { force: true });
  }
  /** Another process may remove the empty folder meanwhile. */
  async function renameTo(temporary: string, path: string): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      await mkdir(dirname(path), { recursive: true });
      try {
        return await rename(temporary, path);
      } catch (error) {
        if (codeOf(error) !== "ENOENT" || tries === 3) throw error;
      }
    }
  }
  async function find(key: string): Promise<StoredObject | null> {
    const path = pathOf(key);
    const found = await stat(path).catch(nullWhenMissing);
    if (found === null || !found.isFile()) return null;
    return {
      sizeBytes: found.size,
      read({ start, length } = { start: 0, length: found.size }) {
        if (length === 0) return Readable.from([]);
        return createReadStream(path, { start, end: start + length - 1 });
      },
    };
  }

  return {
    kind: "disk",
    open: find,
    has: async (key) => (await find(key)) !== null,
    async put(key, body) {
      const path = pathOf(key);
      const temporary = await newFile();
      try {
        const sizeBytes = await writeSynced(temporary, body);
        await place(temporary, path);
        return sizeBytes;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async copy(from, to) {
      const [source, path] = [pathOf(from), pathOf(to)];
      const temporary = await newFile();
      try {
        // Objects never change, so both names may share the bytes.
        await link(source, temporary).catch((error: unknown) => {
          if (codeOf(error) === "ENOENT") throw error;
          return copyFile(source, temporary);
        });
        await place(temporary, path);
      } finally {
        // Renaming onto another link of the same file leaves both names.
        await rm(temporary, { force: true });
      }
    },
    async delete(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      await removeEmpty(root, dirname(path));
    },
    async deleteAll(prefix) {
      checkPrefix(prefix);
      const path = pathOf(prefix.slice(0, -1));
      await rm(path, { recursive: true, force: true });
      await removeEmpty(root, dirname(path));
    },
    async *list(prefix) {
      checkPrefix(prefix);
      const folder = pathOf(prefix.slice(0, -1));
      for await (const path of filesBelow(folder)) {
        const found = await stat(path).catch(nullWhenMissing);
        if (found === null) continue;
        yield { key: relative(root, path).split(sep).join("/"), sizeBytes: found.size };
      }
    },
    async *folders(prefix) {
      checkPrefix(prefix);
      const folder = pathOf(prefix.slice(0, -1));
      for (const entry of await entriesOf(folder)) if (entry.isDirectory()) yield entry.name;
    },
  };
}

/** The entries of a folder that belong to objects. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(nullWhenMissing);
  return (entries ?? []).filter(({ name }) => name !== LOST_AND_FOUND && name !== NEAR_TEMPORARY);
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  for (const entry of await entriesOf(folder)) {
    const path = join(/* turbopackIgnore: true */ folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

/** Writes a new file. It exists before the body is read, so that an error handler can remove it. */
async function writeSynced(path: string, body: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, "wx");
  let sizeBytes = 0;
  try {
    for await (const chunk of body) {
      await file.writeFile(chunk);
      sizeBytes += chunk.byteLength;
    }
    await file.sync();
    return sizeBytes;
  } finally {
    await file.close();
  }
}

/** Removes empty folders up to the root's children. */
async function removeEmpty(root: string, folder: string): Promise<void> {
  for (let path = folder; dirname(path) !== root && path.startsWith(root); path = dirname(path)) {
    const isRemoved = await rmdir(path).then(
      () => true,
      // Missing, or something was stored there meanwhile.
      () => false,
    );
    if (!isRemoved) return;
  }
}

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(nullWhenMissing);
    if (found === null || Date.now() - found.mtimeMs < LEFTOVER_MS) continue;
    await rm(path, { recursive: true, force: true });
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** For `catch`: null when a file or a folder above it does not exist. */
export function nullWhenMissing(error: unknown): null {
  if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return null;
  throw error;
}
