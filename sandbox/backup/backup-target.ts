import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { SandboxError } from "../process/sandbox-error";
import { syncFolder, writeFileAtomic } from "../process/write-file-atomic";
import { type BackupPlace, type BucketFolder, toBackupKey } from "./backup-place";

/** End of the name of a folder that a backup is written to. */
export const UNFINISHED = ".unfinished";

/** Destination of a backup. It is complete, and can be restored, after `finish`. */
export type BackupTarget = {
  write(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Stores the manifest, which makes the backup complete. */
  finish(manifest: { name: string; text: string }): Promise<void>;
  /** Removes what was written. */
  discard(): Promise<void>;
};

/** @throws SandboxError when the place is not empty */
export function openBackupTarget(place: BackupPlace): Promise<BackupTarget> {
  return place.kind === "folder" ? openFolder(place.folder) : openBucket(place);
}

/** The folder appears under its name when it is complete. */
async function openFolder(folder: string): Promise<BackupTarget> {
  const names = await readdir(folder).catch(() => []);
  if (names.length > 0) throw notEmpty(folder);
  const work = `${folder}${UNFINISHED}`;
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true, mode: 0o700 });
  return {
    async write(path, chunks) {
      const file = join(work, path);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      // Only the owner can read it.
      await pipeline(chunks, createWriteStream(file, { flags: "wx", mode: 0o600, flush: true }));
    },
    async finish({ name, text }) {
      await writeFileAtomic(join(work, name), text);
      await rm(folder, { recursive: true, force: true });
      await rename(work, folder);
      await syncFolder(dirname(folder));
    },
    discard: () => rm(work, { recursive: true, force: true }),
  };
}

async function openBucket(place: BucketFolder): Promise<BackupTarget> {
  const { bucket, root, url } = place;
  const found = await bucket.list(root)[Symbol.asyncIterator]().next();
  if (found.done !== true) throw notEmpty(url);
  return {
    write: async (path, chunks) => void (await bucket.put(toBackupKey(place, path), chunks)),
    async finish({ name, text }) {
      await bucket.put(toBackupKey(place, name), Readable.from([Buffer.from(text)]));
    },
    discard: () => bucket.deleteAll(root),
  };
}

function notEmpty(place: string): SandboxError {
  return new SandboxError(`${place} is not empty. Name a new folder for each backup.`);
}
